// On a whole module every entry point has a file, and the rest one, in which declarations of them stand; every op and
// block argument points to one of the files.
// RUN: rm -rf %t && mkdir %t && cd %t
// RUN: %tracemark-opt %s --allow-unregistered-dialect --mlir-print-debuginfo --mlir-print-local-scope -o out.mlir \
// RUN:   --pass-pipeline='builtin.module(tracemark-source-listing{to=l stage=s})'
// RUN: FileCheck %s --input-file=out.mlir
// RUN: find l -type f | env LC_ALL=C sort | FileCheck %s --check-prefix=FILES
// RUN: cat l/s/m.main.mlir l/s/m.k.kernel.mlir l/s/m.mlir | FileCheck %s --check-prefix=TEXT
// RUN: FileCheck %s --check-prefix=MANIFEST --input-file=l/manifest.jsonl
// RUN: %python %source/scripts/check_manifest.py l | FileCheck %s --check-prefix=COUNT
// RUN: sh -e -c 'for f in l/s/*.mlir; do %mlir-opt --allow-unregistered-dialect $f --mlir-very-unsafe-disable-verifier-on-parsing -o /dev/null; done'
// The program is as it was, but for its locations.
// RUN: %tracemark-opt %s --allow-unregistered-dialect -o listed.mlir --pass-pipeline='builtin.module(tracemark-source-listing{to=l stage=t})'
// RUN: %mlir-opt %s --allow-unregistered-dialect -o plain.mlir
// RUN: diff plain.mlir listed.mlir
// "entry" is the same, and "module" one file.
// RUN: %tracemark-opt %s --allow-unregistered-dialect -o /dev/null \
// RUN:   --pass-pipeline='builtin.module(tracemark-source-listing{to=e stage=s scope=entry},tracemark-source-listing{to=m stage=s scope=module})'
// RUN: diff -r e/s l/s
// RUN: find m -type f | env LC_ALL=C sort | FileCheck %s --check-prefix=WHOLE

//      FILES: l/manifest.jsonl
// FILES-NEXT: l/s/m.inner.deep.mlir
// FILES-NEXT: l/s/m.k.kernel.mlir
// FILES-NEXT: l/s/m.k.last.mlir
// FILES-NEXT: l/s/m.lower.mlir
// FILES-NEXT: l/s/m.main.mlir
// FILES-NEXT: l/s/m.mlir
// FILES-NEXT: l/s/m.shut.mlir
// FILES-NEXT: l/s/m.used.mlir
//  FILES-NOT: {{.}}

//      WHOLE: m/manifest.jsonl
// WHOLE-NEXT: m/s/m.mlir
//  WHOLE-NOT: {{.}}

// COUNT: 8 records, 0 wrong
// MANIFEST-DAG: "scope":"entry","op":"func.func","symbol":["m","main"],"file":"s/m.main.mlir"{{.*}}"entries":[{"symbol":"main"{{[^]]*}}"lines":[1,5]
// MANIFEST-DAG: "scope":"entry","op":"gpu.func","symbol":["m","k","kernel"],{{.*}}"verifies":true{{.*}}"lines":[2,4]
// MANIFEST-DAG: "scope":"rest","op":"builtin.module","symbol":["m"],"file":"s/m.mlir",{{.*}}"elided":1,"form":"custom","parses":null,"verifies":true,"tag":null,{{.*}}"inputs":["{{[^"]*}}scope.mlir"],"entries":[{"symbol":"helper",{{.*}}"lines":[6,8]

//      TEXT: {{^}}func.func @main(
// TEXT-NEXT:   call @used
// TEXT-NEXT:   gpu.launch_func @k::@kernel
// TEXT-NEXT:   return
// TEXT-NEXT: }
// TEXT-NEXT: func.func private @used(i32)
//      TEXT: gpu.func @kernel(%{{.*}}: memref<?xf32>) kernel {
//      TEXT: module @m attributes {gpu.container_module} {
// TEXT-NEXT:   memref.global "private" constant @global : memref<17xi8> = dense_resource<__elided__>
// TEXT-NEXT:   func.func private @declared(i32)
// TEXT-NEXT:   func.func private @main(i32 {t.argument}, index, memref<?xf32>) attributes {t.function}
// TEXT-NEXT:   gpu.module @k {
// TEXT-NEXT:     gpu.func @helper(
// TEXT-NEXT:       gpu.return
// TEXT-NEXT:     }
// TEXT-NEXT:   }
// TEXT-NEXT:   func.func private @used(i32)
// TEXT-NEXT:   llvm.func @lower()
// TEXT-NEXT:   module @inner {
// TEXT-NEXT:     func.func nested @deep()
// TEXT-NEXT:   }
// TEXT-NEXT:   "t.func"() ({
// TEXT-NEXT:   }) {sym_name = "shut"} : () -> ()
// TEXT-NEXT:   "t.module"() ({
// TEXT-NEXT:     %0 = "t.value"() : () -> i32
// TEXT-NEXT:     "t.func"() ({
// TEXT-NEXT:       "t.use"(%0) : (i32) -> ()
// TEXT-NEXT:     }) {sym_name = "open"} : () -> ()
// TEXT-NEXT:   }) {sym_name = "u"} : () -> ()
// TEXT-NEXT: }
// TEXT-NEXT: // elided constants

module @m attributes {gpu.container_module} {
  // CHECK: memref.global {{.*}}["l/s/m.mlir":2:3])
  memref.global "private" constant @global : memref<17xi8> = dense<[0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16]>
  // CHECK: func.func private @declared{{.*}}["l/s/m.mlir":3:3])
  func.func private @declared(i32)
  // CHECK: func.func @main({{.*}}["l/s/m.main.mlir":1:1]){{.*}}["l/s/m.main.mlir":1:1]){{.*}}["l/s/m.main.mlir":1:1])) attributes
  // CHECK-NEXT: call @used{{.*}}["l/s/m.main.mlir":2:3])
  // CHECK-NEXT: gpu.launch_func {{.*}}["l/s/m.main.mlir":3:3])
  // CHECK-NEXT: return {{.*}}["l/s/m.main.mlir":4:3])
  // CHECK-NEXT: } {{.*}}["l/s/m.main.mlir":1:1])
  func.func @main(%arg0: i32 {t.argument}, %arg1: index, %arg2: memref<?xf32>) attributes {t.function} {
    func.call @used(%arg0) : (i32) -> ()
    gpu.launch_func @k::@kernel blocks in (%arg1, %arg1, %arg1) threads in (%arg1, %arg1, %arg1) args(%arg2 : memref<?xf32>)
    return
  }
  gpu.module @k {
    // CHECK: gpu.return {{.*}}["l/s/m.k.kernel.mlir":3:3])
    gpu.func @kernel(%arg0: memref<?xf32>) kernel {
      gpu.return
    }
    // CHECK: gpu.return {{.*}}["l/s/m.mlir":7:7])
    // CHECK-NEXT: } {{.*}}["l/s/m.mlir":6:5])
    gpu.func @helper(%arg0: memref<?xf32>) {
      gpu.return
    }
    // CHECK: gpu.return {{.*}}["l/s/m.k.last.mlir":3:3])
    gpu.func @last(%arg0: memref<?xf32>) kernel {
      gpu.return
    }
  // CHECK: } {{.*}}["l/s/m.mlir":5:3])
  }
  // CHECK: call @declared{{.*}}["l/s/m.used.mlir":2:3])
  func.func private @used(%arg0: i32) {
    func.call @declared(%arg0) : (i32) -> ()
    return
  }
  // CHECK: llvm.return {{.*}}["l/s/m.lower.mlir":2:3])
  llvm.func internal @lower() {
    llvm.return
  }
  module @inner {
    // CHECK: return {{.*}}["l/s/m.inner.deep.mlir":2:3])
    func.func nested @deep() {
      return
    }
  // CHECK: } {{.*}}["l/s/m.mlir":12:3])
  }
  // CHECK: "t.use"{{.*}}["l/s/m.shut.mlir":2:3])
  "t.func"() ({
    "t.use"() : () -> ()
  }) {sym_name = "shut"} : () -> ()
  // What uses values from outside stays there.
  // CHECK: "t.use"{{.*}}["l/s/m.mlir":20:7])
  "t.module"() ({
    %0 = "t.value"() : () -> i32
    "t.func"() ({
      "t.use"(%0) : (i32) -> ()
    }) {sym_name = "open"} : () -> ()
  }) {sym_name = "u"} : () -> ()
}
