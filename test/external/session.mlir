// A session in a host that opens the library at run time: libTracemark.so serves it though the host has an MLIR C API of its
// own; libTracemarkC.so cannot, and says what can.

// RUN: rm -rf %t && mkdir %t && cd %t
// RUN: %plugin-host %s --session="after=cse,sccp to='a folder'" --pass-pipeline='builtin.module(func.func(cse))' --mlir-print-debuginfo 2> report | FileCheck %s
// CHECK: "a folder/cse/f.mlir":2:
// RUN: FileCheck %s --check-prefix=REPORT --input-file=report
// REPORT: session: after: 'sccp': no such stage was reached; stages seen: cse
// RUN: FileCheck %s --check-prefix=LIST --input-file="a folder/cse/f.mlir"
// LIST: func.func @f(

// RUN: not %tracemark-c %s --session="after=cse to=none" --pass-pipeline='builtin.module(func.func(cse))' 2>&1 | FileCheck %s --check-prefix=C
// C: <unknown>:0: error: 'tracemarkSessionAttach' needs libTracemark.so: MLIR's C API does not tell which passes run; put the pass 'tracemark-source-listing' into the pipeline instead, by 'tracemarkCreatePass'
// C-NOT: {{.}}
// RUN: not ls none

func.func @f(%a: i32) -> i32 {
  %0 = arith.addi %a, %a : i32
  return %0 : i32
}
