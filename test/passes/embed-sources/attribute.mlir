// The attribute holds each file that locations point to, by name, and each text once.
// RUN: rm -rf %t && mkdir %t && cd %t
// RUN: %tracemark-opt %s --pass-pipeline='builtin.module(func.func(tracemark-source-listing{stage=first},tracemark-source-listing{stage=second}),canonicalize,tracemark-source-listing{stage=third scope=module},tracemark-embed-sources)' \
// RUN:   -o all.mlir
// RUN: FileCheck %s < all.mlir

// The former lines of functions that are gone are not there: `unused` was dropped by symbol-dce.
// RUN: %tracemark-opt %s --pass-pipeline='builtin.module(func.func(tracemark-source-listing{stage=first}),symbol-dce,tracemark-embed-sources)' \
// RUN:   | FileCheck %s --check-prefix=LIVE

// One stage of several; a second run takes the place of the first; folders other than the default one.
// RUN: %tracemark-opt %s --pass-pipeline='builtin.module(func.func(tracemark-source-listing{stage=first to=a/b}),tracemark-source-listing{stage=second to=%t/c scope=module},tracemark-embed-sources,tracemark-embed-sources{stage=first})' \
// RUN:   | FileCheck %s --check-prefix=ONE

// Compressed texts are bytes; lit's zstd is the library's own program, where there is one.
// RUN: %tracemark-opt %s --pass-pipeline='builtin.module(tracemark-source-listing{scope=module},tracemark-embed-sources{compress=zstd})' \
// RUN:   | FileCheck %s --check-prefix=ZSTD

// CHECK: module attributes {tracemark.sources = {directory = "[[DIR:[^"]*]]", files = {
// CHECK-SAME: "listings/first/main.mlir" = {records = ["{{[^"]*}}\22stage\22:\22first\22{{[^"]*}}\22file\22:\22first/main.mlir\22{{[^"]*}}"], text = "[[MAIN:[0-9a-f]{16}]]"}
// CHECK-SAME: "listings/first/unused.mlir" = {records = ["{{[^"]*}}"], text = "[[UNUSED:[0-9a-f]{16}]]"}
// CHECK-SAME: "listings/second/main.mlir" = {records = ["{{[^"]*}}\22stage\22:\22second\22{{[^"]*}}"], text = "[[MAIN]]"}
// CHECK-SAME: "listings/second/unused.mlir" = {records = ["{{[^"]*}}"], text = "[[UNUSED]]"}
// CHECK-SAME: "listings/third/module.mlir" = {records = ["{{[^"]*}}"], text = "[[MODULE:[0-9a-f]{16}]]"}
// CHECK-SAME: texts = {
// CHECK-SAME: "func.func @main(%arg0: f32) -> f32 {\0A  %0 = arith.addf %arg0, %arg0 : f32\0A  return %0 : f32\0A}\0A"
// CHECK-NOT: "func.func @main
// CHECK-SAME: version = 1 : i64}}

// LIVE: "listings/first/main.mlir" =
// LIVE-NOT: unused.mlir

// ONE: files = {"a/b/first/main.mlir" =
// ONE-SAME: "a/b/first/unused.mlir" =
// ONE-NOT: /c/
// ONE-SAME: texts

// ZSTD: texts = {{{"?[0-9a-f]{16}"?}} = dense<"0x28B52FFD{{[0-9A-F]*}}"> : vector<{{[0-9]+}}xi8>}, version = 1 : i64}}
module {
  func.func @main(%a: f32) -> f32 {
    %0 = arith.addf %a, %a : f32
    return %0 : f32
  }
  func.func private @unused(%a: f32) -> f32 {
    %0 = arith.mulf %a, %a : f32
    return %0 : f32
  }
}
