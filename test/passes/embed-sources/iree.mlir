// Executables of IREE's shape get its own attributes; entries that are there stay, but for those that are made anew.
// DEFINE: %{opt} = %tracemark-opt --allow-unregistered-dialect --mlir-print-debuginfo --mlir-print-local-scope
// RUN: rm -rf %t && mkdir %t && cd %t
// RUN: %{opt} %s --pass-pipeline='builtin.module(tracemark-source-listing{stage=one scope=module},tracemark-source-listing{stage=two scope=module},tracemark-embed-sources)' -o out.mlir
// RUN: FileCheck %s < out.mlir
// RUN: %{opt} %s --pass-pipeline='builtin.module(tracemark-source-listing{stage=one scope=module},tracemark-source-listing{stage=two scope=module},tracemark-embed-sources,tracemark-embed-sources{stage=two})' \
// RUN:   | FileCheck %s --check-prefix=AGAIN
// The resources hold the bytes of the files, and what was printed parses.
// RUN: %tracemark-opt --allow-unregistered-dialect -o whole.mlir \
// RUN:   --pass-pipeline='builtin.module(tracemark-source-listing{stage=one scope=module},tracemark-source-listing{stage=two scope=module},tracemark-embed-sources)' %s
// RUN: sed -n 's/.*listings.two.module.mlir.: "0x01000000\([0-9A-F]*\)".*/\1/p' whole.mlir > hex
// RUN: %python -c "import pathlib; assert bytes.fromhex(pathlib.Path('hex').read_text()) == pathlib.Path('listings/two/module.mlir').read_bytes()"
// RUN: %mlir-opt --allow-unregistered-dialect whole.mlir -o /dev/null
// With a file for each entry point, the rest of the module is no source of an executable.
// RUN: rm -rf listings
// RUN: %{opt} %s --pass-pipeline='builtin.module(tracemark-source-listing{stage=one},tracemark-embed-sources)' \
// RUN:   | FileCheck %s --check-prefix=ENTRY
// With as=global nothing of an executable changes.
// RUN: %{opt} %s --pass-pipeline='builtin.module(tracemark-source-listing,tracemark-embed-sources{as=global})' \
// RUN:   | FileCheck %s --check-prefix=GLOBAL

// CHECK: tracemark.sources =
// CHECK: "hal.executable.variant"() <{sources = {"listings/one/module.mlir" = dense_resource<"listings/one/module.mlir"> : vector<[[N:[0-9]+]]xi8>, "listings/two/module.mlir" = dense_resource<"listings/two/module.mlir"> : vector<[[N]]xi8>, other = dense<1> : vector<2xi8>}, sym_name = "cpu"}>
// CHECK: "hal.executable.export"() <{ordinal = 0 : index, source_locs = {one = loc("listings/one/module.mlir":[[L:[0-9]+]]:9), original = loc("model.py":7:1), two = loc("listings/two/module.mlir":[[L]]:9)}, sym_name = "main_dispatch_0"}>
// CHECK-NEXT: }) : () -> () loc(fused<{{.*}}["listings/two/module.mlir":[[L]]:9])
// CHECK-NEXT: "hal.executable.export"() <{ordinal = 1 : index, sym_name = "gone"}>
// CHECK-NEXT: }) : () -> () loc(fused<{{.*}}["listings/two/module.mlir":6:7])
// CHECK: func.func @main_dispatch_0
// CHECK: } loc(fused<{{.*}}["listings/two/module.mlir":[[L]]:9])
// IREE names the file of its debug info after the module around the function, if that is a line and nothing else.
// CHECK-NEXT: } loc("{{/.*}}/listings/two/module.mlir":[[L]]:9)

// AGAIN: "hal.executable.variant"() <{sources = {"listings/one/module.mlir" = dense_resource<{{.*}}>, "listings/two/module.mlir" = dense_resource<{{.*}}>, other =
// AGAIN: source_locs = {one = loc("listings/one/module.mlir":{{.*}}), original = loc("model.py":7:1), two = loc("listings/two/module.mlir":{{.*}})}

// ENTRY: files = {"listings/one/ex.cpu.main_dispatch_0.mlir" = {{.*}}, "listings/one/module.mlir" =
// ENTRY: "hal.executable.variant"() <{sources = {"listings/one/ex.cpu.main_dispatch_0.mlir" = dense_resource<{{[^>]*}}> : vector<{{[0-9]+}}xi8>, other = dense<1> : vector<2xi8>}, sym_name = "cpu"}>
// ENTRY: source_locs = {one = loc("listings/one/ex.cpu.main_dispatch_0.mlir":1:1), original =

// GLOBAL: "hal.executable.variant"() <{sources = {other = dense<1> : vector<2xi8>}, sym_name = "cpu"}>
// GLOBAL: source_locs = {original = loc("model.py":7:1)}
// GLOBAL: "hal.executable.export"() <{ordinal = 1 : index, sym_name = "gone"}>
"hal.executable"() <{sym_name = "ex", sym_visibility = "private"}> ({
  "hal.executable.variant"() <{sym_name = "cpu", sources = {other = dense<1> : vector<2xi8>}}> ({
    "hal.executable.export"() <{sym_name = "main_dispatch_0", ordinal = 0 : index, source_locs = {original = loc("model.py":7:1)}}> ({
    }) : () -> ()
    "hal.executable.export"() <{sym_name = "gone", ordinal = 1 : index}> ({
    }) : () -> ()
    builtin.module {
      func.func @main_dispatch_0(%a: f32) -> f32 {
        %0 = arith.addf %a, %a : f32
        return %0 : f32
      }
    }
    "hal.executable.variant_end"() : () -> ()
  }) : () -> ()
  "hal.executable_end"() : () -> ()
}) : () -> ()
"hal.executable.variant"() : () -> ()
