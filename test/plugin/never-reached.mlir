// A stage that exists and was not reached is reported once, when the process ends, with what was seen.
// RUN: rm -rf %t && mkdir -p %t && cd %t
// RUN: %tracemark-opt %s --split-input-file --source-listing-after='sccp,canonicalize#2,canonicalize#3' --pass-pipeline='builtin.module(func.func(canonicalize),cse,canonicalize)' -o /dev/null 2> %t/err
// RUN: FileCheck %s --check-prefix=SEEN --input-file=%t/err
// SEEN: warning: --source-listing-after: 'sccp', 'canonicalize#3': no such stage was reached; stages seen: canonicalize, cse{{$}}
// SEEN-NOT: warning

// Another handler took our hook's place.
// RUN: %tracemark-opt %s --source-listing-after=cse --log-actions-to=%t/log --split-input-file --pass-pipeline='builtin.module(cse)' -o /dev/null 2>&1 | FileCheck %s --check-prefix=TAKEN
// TAKEN: warning: --source-listing-after: 'cse': no such stage was reached; stages seen: none (no pass ran, or another action handler, such as --log-actions-to

// No pass at all.
// RUN: %tracemark-opt %s --source-listing-after=cse --split-input-file -o /dev/null 2>&1 | FileCheck %s --check-prefix=TAKEN

func.func @first() {
  return
}

// -----

func.func @second() {
  return
}
