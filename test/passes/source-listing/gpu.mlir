// A kernel may stand in a gpu.module only: its file has one, opened on line 1.
// RUN: rm -rf %t && mkdir %t && cd %t
// RUN: %tracemark-opt %s --mlir-print-debuginfo --mlir-print-local-scope \
// RUN:   --pass-pipeline='builtin.module(func.func(tracemark-source-listing{to=l stage=s}),gpu.module(gpu.func(tracemark-source-listing{to=l stage=s})))' \
// RUN:   | FileCheck %s
// RUN: FileCheck %s --check-prefix=FILE --input-file=l/s/kernels.kernel.mlir
// RUN: %mlir-opt l/s/kernels.kernel.mlir -o /dev/null
// RUN: FileCheck %s --check-prefix=MANIFEST --input-file=l/manifest.jsonl
// RUN: %python %source/scripts/check_manifest.py l

// MANIFEST-DAG: "symbol":["host"]{{.*}}"verifies":false
// MANIFEST-DAG: "symbol":["kernels","kernel"]{{.*}}"verifies":true{{.*}}"entries":[{"symbol":"kernel","tag":null,"content_hash":null,"lines":[2,6]

//      FILE: "gpu.module"() <{sym_name = "kernels"}> ({
// FILE-NEXT: gpu.func @kernel(%{{.*}}: memref<?xf32>) workgroup(%{{.*}} : memref<4xf32, 3>) kernel {
// FILE-NEXT:   gpu.thread_id
// FILE-NEXT:   func.call @helper
// FILE-NEXT:   gpu.return
// FILE-NEXT: }
// FILE-NEXT: func.func private @helper(index) -> (f32)
// FILE-NEXT: }) : () -> ()
//  FILE-NOT: {{.}}
module attributes {gpu.container_module} {
  // CHECK: gpu.launch_func{{.*}}["l/s/host.mlir":2:3])
  func.func @host(%arg0: index, %arg1: memref<?xf32>) {
    gpu.launch_func @kernels::@kernel blocks in (%arg0, %arg0, %arg0) threads in (%arg0, %arg0, %arg0) args(%arg1 : memref<?xf32>)
    return
  }
  gpu.module @kernels {
    // CHECK: gpu.thread_id {{.*}}["l/s/kernels.kernel.mlir":3:3])
    // CHECK: gpu.return loc({{.*}}["l/s/kernels.kernel.mlir":5:3])
    // CHECK: } loc({{.*}}["l/s/kernels.kernel.mlir":2:1])
    gpu.func @kernel(%arg0: memref<?xf32>) workgroup(%arg1: memref<4xf32, 3>) kernel {
      %0 = gpu.thread_id x
      %1 = func.call @helper(%0) : (index) -> f32
      gpu.return
    }
    func.func private @helper(index) -> f32
  }
}
