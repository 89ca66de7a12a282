//===- lists.c - comma lists in options -----------------------------------===//

#include "lib/base/lists.h"

#include "lib/base/banned.h"

static bool isBlank(char byte) { return byte == ' ' || byte == '\t'; }

bool tracemarkListNext(TracemarkList *list, const char **item, size_t *length) {
  *length = 0;
  while (list->length && *length == 0) {
    size_t whole = 0;
    while (whole < list->length && list->data[whole] != ',' &&
           list->data[whole] != '\n')
      ++whole;
    size_t size = whole;
    for (*item = list->data; size && isBlank(**item); --size)
      ++*item;
    while (size && isBlank((*item)[size - 1]))
      --size;
    *length = size;
    size_t step = whole + (whole < list->length);
    list->data += step;
    list->length -= step;
  }
  return *length != 0;
}
