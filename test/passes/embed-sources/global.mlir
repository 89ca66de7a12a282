// The global is internal, in a section of its own, and in llvm.used; the module stays valid.
// RUN: rm -rf %t && split-file %s %t && cd %t
// RUN: sed -n 's/^EMBED: //p' pipelines | tr -d '\n' > embed && sed -n 's/^TWICE: //p' pipelines | tr -d '\n' > twice
// RUN: sh -e -c '%tracemark-opt plain.mlir --pass-pipeline="$(cat embed)" -o plain.out'
// RUN: FileCheck %t/plain.mlir < plain.out
// RUN: mlir-translate --mlir-to-llvmir plain.out | FileCheck %t/plain.mlir --check-prefix=IR

// An llvm.used that is there is extended; a name that is taken is not used.
// RUN: sh -e -c '%tracemark-opt used.mlir --pass-pipeline="$(cat embed)" -o used.out'
// RUN: mlir-translate --mlir-to-llvmir used.out | FileCheck %t/used.mlir

// A second run replaces what the first one made.
// RUN: sh -e -c '%tracemark-opt used.mlir --pass-pipeline="$(cat twice)" -o twice.out'
// RUN: mlir-translate --mlir-to-llvmir twice.out | FileCheck %t/used.mlir --check-prefixes=CHECK,SMALL

// An llvm.used that cannot be extended is an error at it.
// RUN: not sh -e -c '%tracemark-opt bad.mlir --pass-pipeline="$(cat embed)"' 2>&1 | FileCheck %t/bad.mlir

// In a nested module, of which there may be several.
// RUN: %tracemark-opt nested.mlir --pass-pipeline='builtin.module(builtin.module(tracemark-source-listing,tracemark-embed-sources{as=global}))' \
// RUN:   | FileCheck %t/nested.mlir

//--- pipelines
EMBED: builtin.module(tracemark-source-listing{stage=one scope=module},tracemark-source-listing{stage=two scope=module},tracemark-embed-sources{as=global})
TWICE: builtin.module(tracemark-source-listing{stage=one scope=module},tracemark-source-listing{stage=two scope=module},tracemark-embed-sources{as=global},
TWICE: tracemark-embed-sources{as=global stage=one compress=zstd})

//--- plain.mlir
// CHECK-LABEL: llvm.func @f
// CHECK: llvm.mlir.global internal constant @tracemark_sources("TMSOURCE\01\00\00\00\00\00\00\00
// CHECK-SAME: \22name\22:\22listings/one/module.mlir\22
// CHECK-SAME: \22name\22:\22listings/two/module.mlir\22
// CHECK-SAME: section = ".tracemark_sources"}
// CHECK: llvm.mlir.global appending @llvm.used()

// IR: @tracemark_sources = internal constant [{{[0-9]+}} x i8] c"TMSOURCE{{.*}}", section ".tracemark_sources", align 1
// IR: @llvm.used = appending global [1 x ptr] [ptr @tracemark_sources], section "llvm.metadata"
llvm.func @f() {
  llvm.return
}

//--- used.mlir
// CHECK: @tracemark_sources = global i32 7
// CHECK: @llvm.used = appending global [3 x ptr] [ptr @tracemark_sources, ptr @f, ptr @tracemark_sources_1], section "llvm.metadata"
// CHECK: @tracemark_sources_1 = internal constant [{{[0-9]+}} x i8] c"TMSOURCE
// SMALL-SAME: \01\00\00\00\01\00\00\00
// CHECK-SAME: section ".tracemark_sources", align 1
// CHECK-NOT: TMSOURCE
llvm.mlir.global external @tracemark_sources(7 : i32) : i32
llvm.func @f() {
  llvm.return
}
llvm.mlir.global appending @llvm.used() {section = "llvm.metadata"} : !llvm.array<2 x ptr> {
  %0 = llvm.mlir.addressof @tracemark_sources : !llvm.ptr
  %1 = llvm.mlir.addressof @f : !llvm.ptr
  %2 = llvm.mlir.undef : !llvm.array<2 x ptr>
  %3 = llvm.insertvalue %0, %2[0] : !llvm.array<2 x ptr>
  %4 = llvm.insertvalue %1, %3[1] : !llvm.array<2 x ptr>
  llvm.return %4 : !llvm.array<2 x ptr>
}

//--- bad.mlir
// CHECK: listings/two/module.{{.*}}mlir:2:3: error: cannot extend 'llvm.used': expected a global that is an array of pointers with an initialiser
llvm.mlir.global external @llvm.used(7 : i32) : i32

//--- nested.mlir
// CHECK-LABEL: module @first
// CHECK: @tracemark_sources(
// CHECK-SAME: first
// CHECK: @llvm.used()
// CHECK-LABEL: module @second
// CHECK: @tracemark_sources(
// CHECK-SAME: second
// CHECK: @llvm.used()
module @first {
  llvm.func @f() {
    llvm.return
  }
}
module @second {
  llvm.func @f() {
    llvm.return
  }
}
