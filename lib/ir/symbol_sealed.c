//===- symbol_sealed.c - symbols in attributes of other dialects ----------===//
//
// Such attributes are text to us: who is mentioned in one keeps its name.
//
//===----------------------------------------------------------------------===//

#include "lib/ir/strings.h"
#include "lib/ir/symbol_paths.h"

#include "mlir-c/BuiltinAttributes.h"

#include <ctype.h>

#include "lib/base/banned.h"

static bool isNameByte(char byte) {
  return isalnum((unsigned char)byte) || byte == '_' || byte == '$' ||
         byte == '.' || byte == '-';
}

static bool isPlainName(MlirStringRef name) {
  for (size_t i = 0; i < name.length; ++i)
    if (!isNameByte(name.data[i]))
      return false;
  return true;
}

static int hexDigit(char byte) {
  return byte >= '0' && byte <= '9' ? byte - '0'
         : isxdigit((unsigned char)byte)
             ? tolower((unsigned char)byte) - 'a' + 10
             : -1;
}

/// Replaces `\2E` and the like by their bytes, in place.
static void unescape(TracemarkStringBuffer *text) {
  size_t length = 0;
  for (size_t i = 0; i < text->length; ++i) {
    char byte = text->data[i];
    if (byte == '\\' && i + 1 < text->length) {
      byte = text->data[++i];
      int high = hexDigit(byte);
      int low = i + 1 < text->length ? hexDigit(text->data[i + 1]) : -1;
      if (high >= 0 && low >= 0) {
        byte = (char)(high * 16 + low);
        ++i;
      } else {
        byte = byte == 'n' ? '\n' : byte == 't' ? '\t' : byte;
      }
    }
    text->data[length++] = byte;
  }
  text->length = length;
}

/// Tells whether `text`, without escapes, mentions `@name` or `@"name"`. Other
/// dialects may spell what is special in their own way: then any name that
/// could be meant.
static bool mentions(const TracemarkStringBuffer *text, MlirStringRef name) {
  if (!isPlainName(name) && memchr(text->data, '"', text->length))
    return true;
  for (size_t i = 0; i + name.length < text->length; ++i) {
    if (text->data[i] != '@')
      continue;
    size_t start = i + 1 + (text->data[i + 1] == '"');
    if (start + name.length <= text->length &&
        memcmp(text->data + start, name.data, name.length) == 0 &&
        (start + name.length == text->length ||
         !isNameByte(text->data[start + name.length])))
      return true;
  }
  return false;
}

static bool settleText(TracemarkSymbolPaths *paths, MlirAttribute attribute) {
  TracemarkStringBuffer text = {0};
  mlirAttributePrint(attribute, tracemarkStringAppendCallback, &text);
  unescape(&text);
  for (size_t i = 0; !text.failed && i < paths->symbols.count; ++i) {
    TracemarkSymbol *symbol = &paths->symbols.items[i];
    if (symbol->newName.data && mentions(&text, symbol->name))
      tracemarkSymbolTakeBack(
          symbol, "an attribute that cannot be rewritten refers to it");
  }
  bool failed = text.failed;
  tracemarkStringBufferDestroy(&text);
  return !failed;
}

/// Looks at what is sealed in containers only: the rest can be rewritten.
static bool settle(TracemarkSymbolPaths *paths, MlirAttribute attribute) {
  if (!tracemarkSymbolPathsIsSealed(paths, attribute))
    return true;
  if (mlirAttributeIsAArray(attribute)) {
    for (intptr_t i = 0, e = mlirArrayAttrGetNumElements(attribute); i < e; ++i)
      if (!settle(paths, mlirArrayAttrGetElement(attribute, i)))
        return false;
    return true;
  }
  if (mlirAttributeIsADictionary(attribute)) {
    for (intptr_t i = 0, e = mlirDictionaryAttrGetNumElements(attribute); i < e;
         ++i)
      if (!settle(paths, mlirDictionaryAttrGetElement(attribute, i).attribute))
        return false;
    return true;
  }
  return settleText(paths, attribute);
}

bool tracemarkSymbolPathsSettleSealed(TracemarkSymbolPaths *paths) {
  for (size_t i = 0; i < paths->sealed.count; ++i)
    if (!settle(paths, paths->sealed.items[i].attribute))
      return false;
  return true;
}
