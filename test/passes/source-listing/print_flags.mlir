// The text and the locations do not depend on how the host prints.
// RUN: rm -rf %t && mkdir %t && cd %t
// RUN: %tracemark-opt %inputs/cases/elision.mlir -o plain.mlir --mlir-disable-threading \
// RUN:   --pass-pipeline='builtin.module(func.func(tracemark-source-listing{to=l stage=f}),tracemark-source-listing{to=l stage=m scope=module},tracemark-source-listing{to=l stage=e})'
// RUN: mv l plain
// RUN: %tracemark-opt %inputs/cases/elision.mlir -o flags.mlir --mlir-disable-threading \
// RUN:   --mlir-print-debuginfo --mlir-pretty-debuginfo --mlir-print-op-generic --mlir-print-value-users \
// RUN:   --mlir-print-unique-ssa-ids --mlir-elide-elementsattrs-if-larger=1 --mlir-elide-resource-strings-if-larger=1 \
// RUN:   --mlir-print-skip-regions --mlir-use-nameloc-as-prefix --mlir-print-local-scope \
// RUN:   --mlir-print-elementsattrs-with-hex-if-larger=1 --mlir-print-assume-verified \
// RUN:   --pass-pipeline='builtin.module(func.func(tracemark-source-listing{to=l stage=f}),tracemark-source-listing{to=l stage=m scope=module},tracemark-source-listing{to=l stage=e})'
// RUN: sed -i 's/"run":"[0-9a-f]*"/"run":""/' plain/manifest.jsonl l/manifest.jsonl
// RUN: diff -r plain l
// RUN: not diff plain.mlir flags.mlir
