/* replaced by the first pass that lands */
#include "lib/base/banned.h"
typedef int tracemarkNothing;
