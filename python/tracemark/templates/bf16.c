/* Rounds to bf16, as code for a CPU without such an instruction asks for: libgcc has these from release 13 on.
 * A bf16 is passed in the register that a _Float16 is passed in, so its bits travel as one. */
#include <stdint.h>
#include <string.h>

__attribute__((visibility("hidden"))) _Float16 __truncsfbf2(float value);
__attribute__((visibility("hidden"))) _Float16 __truncdfbf2(double value);

/* To nearest, ties to even; a NaN stays one. */
_Float16 __truncsfbf2(float value) {
  uint32_t bits;
  memcpy(&bits, &value, sizeof bits);
  uint16_t upper = (uint16_t)(bits >> 16);
  if (value != value)
    upper |= 0x40;
  else
    upper = (uint16_t)((bits + 0x7fff + (upper & 1)) >> 16);
  _Float16 result;
  memcpy(&result, &upper, sizeof result);
  return result;
}

/* Through a float rounded to odd, so that rounding twice gives what rounding once does. */
_Float16 __truncdfbf2(double value) {
  float narrow = (float)value;
  uint32_t bits;
  memcpy(&bits, &narrow, sizeof bits);
  if (value == value && (double)narrow != value && !(bits & 1)) {
    int larger = narrow > 0 ? (double)narrow > value : (double)narrow < value;
    bits = larger && (bits << 1) ? bits - 1 : bits | 1;
    memcpy(&narrow, &bits, sizeof narrow);
  }
  return __truncsfbf2(narrow);
}
