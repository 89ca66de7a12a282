// Every setting of the listings is a flag and a variable; a bad value is refused with what was expected, by the flag at once,
// by the variable at the first pass.
// RUN: rm -rf %t && mkdir -p %t && cd %t
// RUN: %tracemark-opt --help | FileCheck %s --check-prefix=HELP
// HELP-DAG: --source-listing-after=<{{.*}}> - {{.*}}(repeatable)
// HELP-DAG: --source-listing-to=<{{.*}}> - {{.*}}(default: listings)
// HELP-DAG: --source-listing-locations=<{{.*}}> - {{.*}}: fuse, replace, keep (default: fuse)
// HELP-DAG: --source-listing-strict{{.*}}
// HELP-DAG: --source-listing-clean
// HELP-DAG: --source-listing-prefix-map=<{{.*}}> - OLD=NEW: {{.*}}(repeatable)
// HELP-DAG: --source-listing-sync
// HELP-DAG: --source-listing-elide-larger-than=<{{.*}}> - {{.*}}(default: 16)

// RUN: %tracemark-opt %s --source-listing-after=cse --pass-pipeline='builtin.module(cse)' -o /dev/null
// RUN: FileCheck %s --check-prefix=SHORT --input-file=listings/cse/f.mlir
// RUN: rm -rf listings
// RUN: %tracemark-opt %s --source-listing-after=cse --source-listing-elide-larger-than=64 --pass-pipeline='builtin.module(cse)' -o /dev/null
// RUN: FileCheck %s --check-prefix=LONG --input-file=listings/cse/f.mlir
// RUN: rm -rf listings
// RUN: env TRACEMARK_SOURCE_LISTING_AFTER=cse TRACEMARK_SOURCE_LISTING_ELIDE_LARGER_THAN=64 \
// RUN:   %tracemark-opt %s --pass-pipeline='builtin.module(cse)' -o /dev/null
// RUN: FileCheck %s --check-prefix=LONG --input-file=listings/cse/f.mlir
// RUN: rm -rf listings
// RUN: %tracemark-opt %s --source-listing-after=cse --source-listing-elide-larger-than=0x40 --pass-pipeline='builtin.module(cse)' -o /dev/null
// RUN: FileCheck %s --check-prefix=LONG --input-file=listings/cse/f.mlir
// Of a flag given twice the last one counts; an empty variable is none.
// RUN: rm -rf listings
// RUN: env TRACEMARK_SOURCE_LISTING_TO= %tracemark-opt %s --source-listing-after=cse --source-listing-elide-larger-than=64 \
// RUN:   --source-listing-elide-larger-than=16 --pass-pipeline='builtin.module(cse)' -o /dev/null
// RUN: FileCheck %s --check-prefix=SHORT --input-file=listings/cse/f.mlir
// SHORT: dense_resource<__elided__>
// LONG: dense<[0, 1, 2, 3, 4,

// RUN: rm -rf listings
// RUN: not %tracemark-opt %s --source-listing-elide-larger-than=many 2>&1 | FileCheck %s --check-prefix=MANY
// RUN: not %tracemark-opt %s --source-listing-elide-larger-than=99999999999999999999 2>&1 | FileCheck %s --check-prefix=RANGE
// RUN: not %tracemark-opt %s --source-listing-elide-larger-than=-1 2>&1 | FileCheck %s --check-prefix=RANGE
// RUN: not %tracemark-opt %s --source-listing-to= 2>&1 | FileCheck %s --check-prefix=EMPTY
// RUN: not %tracemark-opt %s --source-listing-locations=frob 2>&1 | FileCheck %s --check-prefix=FROB
// RUN: not %tracemark-opt %s --source-listing-strict=perhaps 2>&1 | FileCheck %s --check-prefix=PERHAPS
// RUN: not env TRACEMARK_SOURCE_LISTING_AFTER=cse TRACEMARK_SOURCE_LISTING_ELIDE_LARGER_THAN=many \
// RUN:   %tracemark-opt %s --pass-pipeline='builtin.module(cse)' -o out 2>&1 | FileCheck %s --check-prefix=VARIABLE
// RUN: not ls out
// RUN: not ls listings
// MANY: for the --source-listing-elide-larger-than option: expects a number from 0 to 9223372036854775807, found 'many'
// RANGE: for the --source-listing-elide-larger-than option: expects a number from 0 to
// EMPTY: for the --source-listing-to option: expects a value that is not empty, found ''
// FROB: for the --source-listing-locations option: expects one of 'fuse', 'replace', 'keep', found 'frob'
// PERHAPS: for the --source-listing-strict option: expects 'true' or 'false', found 'perhaps'
// VARIABLE: error: source listing setting 'elide-larger-than' expects a number from 0 to 9223372036854775807, found 'many'
// VARIABLE-NOT: error

func.func @f() -> tensor<20xi32> {
  %0 = arith.constant dense<[0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19]> : tensor<20xi32>
  return %0 : tensor<20xi32>
}
