// Options round-trip, and values that make no sense are named.
// RUN: rm -rf %t && mkdir %t && cd %t
// RUN: %tracemark-opt %s --dump-pass-pipeline \
// RUN:   --pass-pipeline='builtin.module(tracemark-source-listing{to=dir debug-info=original stage=fused elide-larger-than=4 locations=fuse prefix-map=/a=b=c scope=entry only=a*,b check=true strict=true sync=true})' 2>&1 \
// RUN:   | FileCheck %s --check-prefix=ROUND
// RUN: %tracemark-opt %s --dump-pass-pipeline --pass-pipeline='builtin.module(tracemark-source-listing)' 2>&1 \
// RUN:   | FileCheck %s --check-prefix=DEFAULT
// RUN: not %tracemark-opt %s --pass-pipeline='builtin.module(tracemark-source-listing{elide-larger-than=-1})' 2>&1 \
// RUN:   | FileCheck %s --check-prefix=ELIDE
// RUN: not %tracemark-opt %s --pass-pipeline='builtin.module(tracemark-source-listing{to=})' 2>&1 \
// RUN:   | FileCheck %s --check-prefix=TO
// RUN: not %tracemark-opt %s --pass-pipeline='builtin.module(tracemark-source-listing{stage=})' 2>&1 \
// RUN:   | FileCheck %s --check-prefix=STAGE
// RUN: not %tracemark-opt %s --pass-pipeline='builtin.module(tracemark-source-listing{locations=frob})' 2>&1 \
// RUN:   | FileCheck %s --check-prefix=LOCATIONS
// RUN: not %tracemark-opt %s --pass-pipeline='builtin.module(tracemark-source-listing{strict=perhaps})' 2>&1 \
// RUN:   | FileCheck %s --check-prefix=STRICT
// RUN: not %tracemark-opt %s --pass-pipeline='builtin.module(tracemark-source-listing{prefix-map=/a})' 2>&1 \
// RUN:   | FileCheck %s --check-prefix=MAP
// RUN: not %tracemark-opt %s --pass-pipeline='builtin.module(tracemark-source-listing{scope=file})' 2>&1 \
// RUN:   | FileCheck %s --check-prefix=SCOPE
// RUN: not %tracemark-opt %s --pass-pipeline='builtin.module(tracemark-source-listing{scope=module only=a})' 2>&1 \
// RUN:   | FileCheck %s --check-prefix=ONLY

// SCOPE: expects one of 'auto', 'entry', 'module', found 'file'
// ONLY: error: expected no 'only', which selects entry points, for listings of scope 'module', found 'a'
// ROUND: tracemark-source-listing{check=true debug-info=original elide-larger-than=4 locations=fuse only=a*,b prefix-map=/a=b=c scope=entry stage=fused strict=true sync=true to=dir}
// DEFAULT: tracemark-source-listing{check=false debug-info=latest elide-larger-than=16 locations=fuse only= prefix-map= scope=auto stage=tracemark-source-listing strict=false sync=false to=listings}
// ELIDE: expects option 'elide-larger-than' to be between 0 and
// TO: expects option 'to' to be not empty
// STAGE: expects option 'stage' to be not empty
// LOCATIONS: expects one of 'fuse', 'replace', 'keep', found 'frob'
// STRICT: {{strict.*perhaps|'perhaps' is invalid value for boolean}}
// MAP: error: 'tracemark-source-listing' option 'prefix-map' expects OLD=NEW, found '/a'
module {}
