// One function for canonicalize to change, one for cse, one for neither, and one of which only the order of operands changes.
func.func @constant(%a: i32) -> i32 {
  %zero = arith.constant 0 : i32
  %0 = arith.addi %a, %zero : i32
  return %0 : i32
}
func.func @equal(%a: i32, %b: i32) -> i32 {
  %0 = arith.muli %a, %b : i32
  %1 = arith.muli %a, %b : i32
  %2 = arith.xori %0, %1 : i32
  return %2 : i32
}
func.func @order(%a: i32, %b: i32) -> i32 {
  %0 = arith.addi %a, %b : i32
  return %0 : i32
}
func.func @swap(%a: i32) -> i32 {
  %one = arith.constant 1 : i32
  %0 = arith.addi %one, %a : i32
  return %0 : i32
}
