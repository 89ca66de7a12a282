//===- testing.h - cmocka with what it wants before it ----------*- C -*-===//

#ifndef TRACEMARK_TEST_UNIT_TESTING_H
#define TRACEMARK_TEST_UNIT_TESTING_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#endif // TRACEMARK_TEST_UNIT_TESTING_H
