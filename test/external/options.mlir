// What the option text of a pass may be, where no option class of MLIR's reads it.

// RUN: %tracemark-c %s --pass-pipeline='builtin.module(tracemark-name-dispatches{rename=all  tag=false})' | FileCheck %s --check-prefix=PLAIN
// RUN: %tracemark-c %s --pass-pipeline='builtin.module(tracemark-name-dispatches{tag=0 rename="all"})' | FileCheck %s --check-prefix=PLAIN
// Numbers are read as MLIR reads them.
// RUN: %tracemark-c %s --pass-pipeline='builtin.module(tracemark-name-dispatches{rename=all tag=false max-length=0x78})' | FileCheck %s --check-prefix=PLAIN
// RUN: %tracemark-c %s --pass-pipeline='builtin.module(tracemark-name-dispatches{rename=all tag=false max-length=0b1111000})' | FileCheck %s --check-prefix=PLAIN
// RUN: not %tracemark-c %s --pass-pipeline='builtin.module(tracemark-name-dispatches{max-length=08})' 2>&1 | FileCheck %s --check-prefix=OCTAL
// OCTAL: 'tracemark-name-dispatches' expects option 'max-length' to be a number, found '08'
// PLAIN: func.func @f_exp_4_f32({{.*}} attributes {tracemark.name = "f_exp_4_f32"} {
// RUN: %tracemark-c %s --pass-pipeline='builtin.module(tracemark-name-dispatches{rename=none tag})' | FileCheck %s --check-prefix=TAG
// TAG: func.func @f({{.*}} attributes {tracemark.tag = "grammar=1 base=f
// RUN: rm -rf %t && mkdir %t && cd %t
// RUN: %tracemark-c %s --pass-pipeline="builtin.module(tracemark-source-listing{to='a b' stage={c} scope=module})" -o /dev/null
// RUN: ls "a b/c/module.mlir"

// RUN: not %tracemark-c %s --pass-pipeline='builtin.module(tracemark-name-dispatches{rename=some})' 2>&1 | FileCheck %s --check-prefix=KEYWORD
// KEYWORD: 'tracemark-name-dispatches' expects option 'rename' to be one of 'internal', 'all', 'none', found 'some'
// RUN: not %tracemark-c %s --pass-pipeline='builtin.module(tracemark-name-dispatches{tag=maybe})' 2>&1 | FileCheck %s --check-prefix=BOOLEAN
// BOOLEAN: 'tracemark-name-dispatches' expects option 'tag' to be one of 'false', 'true', found 'maybe'
// RUN: not %tracemark-c %s --pass-pipeline='builtin.module(tracemark-name-dispatches{max-length=0})' 2>&1 | FileCheck %s --check-prefix=RANGE
// RANGE: 'tracemark-name-dispatches' expects option 'max-length' to be between 1 and 65536, found 0
// RUN: not %tracemark-c %s --pass-pipeline='builtin.module(tracemark-name-dispatches{max-length=7x})' 2>&1 | FileCheck %s --check-prefix=NUMBER
// NUMBER: 'tracemark-name-dispatches' expects option 'max-length' to be a number, found '7x'
// RUN: not %tracemark-c %s --pass-pipeline='builtin.module(tracemark-source-listing{stage=})' 2>&1 | FileCheck %s --check-prefix=EMPTY
// EMPTY: 'tracemark-source-listing' expects option 'stage' to be not empty
// RUN: not %tracemark-c %s --pass-pipeline='builtin.module(tracemark-source-listing{prefix-map=/a})' 2>&1 | FileCheck %s --check-prefix=MAPPING
// MAPPING: 'tracemark-source-listing' option 'prefix-map' expects OLD=NEW, found '/a'
// RUN: not %tracemark-c %s --pass-pipeline='builtin.module(tracemark-name-dispatches{renam=all})' 2>&1 | FileCheck %s --check-prefix=OPTION
// OPTION: 'tracemark-name-dispatches' has no option 'renam'; did you mean 'rename'?
// RUN: not %tracemark-c %s --pass-pipeline="builtin.module(tracemark-source-listing{to='a})" 2>&1 | FileCheck %s --check-prefix=QUOTE
// QUOTE: 'tracemark-source-listing': the value 'a does not end
// RUN: not %tracemark-c %s --pass-pipeline='builtin.module(tracemark-name-dispatch)' 2>&1 | FileCheck %s --check-prefix=PASS
// PASS: no pass is called 'tracemark-name-dispatch'; did you mean 'tracemark-name-dispatches'?
// RUN: not %tracemark-c %s --pass-pipeline='builtin.module(func.func(tracemark-name-dispatches))' 2>&1 | FileCheck %s --check-prefix=ANCHOR
// ANCHOR: 'tracemark-name-dispatches' expects an operation that defines a symbol table, found 'func.func'
// RUN: not %tracemark-c %s --pass-pipeline='builtin.module(tracemark-source-listing{check})' 2>&1 | FileCheck %s --check-prefix=REFUSED
// REFUSED: 'tracemark-source-listing' cannot have option 'check' in this host: the C API does not tell which dialects a text may be parsed with

func.func @f(%a: memref<4xf32>) {
  linalg.exp ins(%a : memref<4xf32>) outs(%a : memref<4xf32>)
  return
}
