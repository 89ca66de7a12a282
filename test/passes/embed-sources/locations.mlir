// Listings are found whatever became of the locations, unless they were kept as they were.
// RUN: rm -rf %t && mkdir %t && cd %t

// Replaced: the manifest beside a file tells that it is a listing, and of which stages; other files are none.
// RUN: %tracemark-opt %s --pass-pipeline='builtin.module(func.func(tracemark-source-listing{stage=one locations=replace}),tracemark-embed-sources)' \
// RUN:   | FileCheck %s --check-prefix=REPLACE
// RUN: %tracemark-opt %s --pass-pipeline='builtin.module(func.func(tracemark-source-listing{stage=one locations=replace}),tracemark-embed-sources{stage=one})' \
// RUN:   | FileCheck %s --check-prefix=REPLACE
// RUN: not %tracemark-opt %s --pass-pipeline='builtin.module(func.func(tracemark-source-listing{stage=one locations=replace}),tracemark-embed-sources{stage=two})' 2>&1 \
// RUN:   | FileCheck %s --check-prefix=OTHER
// RUN: not %tracemark-opt %s --pass-pipeline='builtin.module(func.func(tracemark-source-listing{locations=keep}),tracemark-embed-sources)' 2>&1 \
// RUN:   | FileCheck %s --check-prefix=KEEP

// Under other paths than those that they were written to.
// RUN: %tracemark-opt %s --pass-pipeline='builtin.module(func.func(tracemark-source-listing{stage=one prefix-map=listings=/src/lists}),tracemark-embed-sources{from=listings})' \
// RUN:   | FileCheck %s --check-prefix=MAP
// RUN: not %tracemark-opt %s --pass-pipeline='builtin.module(func.func(tracemark-source-listing{stage=one prefix-map=listings=/src/lists}),tracemark-embed-sources)' 2>&1 \
// RUN:   | FileCheck %s --check-prefix=UNMAPPED

// Some in the folder that was named, others where the locations say.
// RUN: %tracemark-opt %s --pass-pipeline='builtin.module(func.func(tracemark-source-listing{stage=first to=a},tracemark-source-listing{stage=second to=b}),tracemark-embed-sources{from=b})' \
// RUN:   | FileCheck %s --check-prefix=BOTH

// REPLACE: files = {"listings/one/main.mlir" = {records = ["{{[^"]*}}\22stage\22:\22one\22{{[^"]*}}"], text = "{{[0-9a-f]*}}"}}, texts
// OTHER: error: no location has recorded the stage 'two'; recorded: none
// KEEP: error: no location points to a listing: there is nothing to embed
// MAP: files = {"/src/lists/one/main.mlir" = {{.*}}"}}, texts
// UNMAPPED: error: cannot read the listing '/src/lists/one/main.mlir': No such file or directory
// BOTH: files = {"a/first/main.mlir" = {{.*}}, "b/second/main.mlir" =
func.func @main(%a: f32) -> f32 {
  %0 = arith.addf %a, %a : f32
  return %0 : f32 loc("listings/one/absent.mlir":7:1)
}
