// Options round-trip, and values that make no sense are named.
// RUN: %tracemark-opt %s --dump-pass-pipeline \
// RUN:   --pass-pipeline='builtin.module(tracemark-embed-sources{as=global compress=zstd from=dir optional=true stage=cse#2})' 2>&1 \
// RUN:   | FileCheck %s --check-prefix=ROUND
// RUN: %tracemark-opt %s --dump-pass-pipeline --pass-pipeline='builtin.module(tracemark-embed-sources)' 2>&1 \
// RUN:   | FileCheck %s --check-prefix=DEFAULT
// RUN: not %tracemark-opt %s --pass-pipeline='builtin.module(tracemark-embed-sources{as=file})' 2>&1 \
// RUN:   | FileCheck %s --check-prefix=AS
// RUN: not %tracemark-opt %s --pass-pipeline='builtin.module(tracemark-embed-sources{compress=gzip})' 2>&1 \
// RUN:   | FileCheck %s --check-prefix=COMPRESS
// RUN: not %tracemark-opt %s --pass-pipeline='builtin.module(tracemark-embed-sources{stage=})' 2>&1 \
// RUN:   | FileCheck %s --check-prefix=STAGE
// RUN: not %tracemark-opt %s --pass-pipeline='builtin.module(func.func(tracemark-embed-sources))' 2>&1 \
// RUN:   | FileCheck %s --check-prefix=ANCHOR

// RUN: not %tracemark-opt %s --pass-pipeline='builtin.module(tracemark-embed-sources{optional=perhaps})' 2>&1 \
// RUN:   | FileCheck %s --check-prefix=OPTIONAL

// ROUND: tracemark-embed-sources{as=global compress=zstd from=dir optional=true stage=cse#2}
// DEFAULT: tracemark-embed-sources{as=attribute compress=none from= optional=false stage=all}
// OPTIONAL: 'perhaps' is invalid value for boolean argument
// AS: --as option: expects one of 'attribute', 'global', found 'file'
// COMPRESS: --compress option: expects one of 'none', 'zstd', found 'gzip'
// STAGE: 'tracemark-embed-sources' expects option 'stage' to be not empty
// ANCHOR: restricted to 'builtin.module'

// A module without operations has nothing to embed, and that is no error.
// DEFAULT: module {
// DEFAULT-NEXT: }
module {}
