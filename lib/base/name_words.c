//===- name_words.c - words and tokens of the name grammar ----------------===//

#include "lib/base/name_words.h"

#include "lib/base/banned.h"

typedef struct Text {
  const char *data;
  size_t length;
} Text;

static bool isDigit(char byte) { return byte >= '0' && byte <= '9'; }

/// Bytes of the decimal number at the start of the text.
static size_t digits(Text text) {
  size_t count = 0;
  while (count < text.length && isDigit(text.data[count]))
    ++count;
  return count;
}

static Text skip(Text text, size_t count) {
  return (Text){text.data + count, text.length - count};
}

static bool startsWith(Text text, const char *prefix) {
  size_t length = strlen(prefix);
  return text.length >= length && memcmp(text.data, prefix, length) == 0;
}

static bool is(Text text, const char *word) {
  return text.length == strlen(word) &&
         memcmp(text.data, word, text.length) == 0;
}

//===----------------------------------------------------------------------===//
// Tokens
//===----------------------------------------------------------------------===//

/// Items with 'x' between; `itemLength` gives the bytes of the item at the
/// start of a text, or 0.
static bool isJoinedByX(Text text, size_t (*itemLength)(Text)) {
  for (;;) {
    size_t count = itemLength(text);
    if (count == 0)
      return false;
    text = skip(text, count);
    if (text.length == 0)
      return true;
    if (*text.data != 'x')
      return false;
    text = skip(text, 1);
  }
}

static size_t dimLength(Text text) {
  return startsWith(text, "D") ? 1 : digits(text);
}

bool tracemarkNameTokenIsDims(const char *token, size_t length) {
  return isJoinedByX((Text){token, length}, dimLength);
}

/// Bytes of the letters and digits of a float of eight bits or less, "E4M3FN",
/// which ends before an 'x' or the end.
static size_t smallFloat(Text text) {
  size_t count = 0;
  if (!startsWith(text, "E"))
    return 0;
  while (count < text.length &&
         (isDigit(text.data[count]) ||
          (text.data[count] >= 'A' && text.data[count] <= 'Z')))
    ++count;
  return count;
}

/// Bytes of the scalar type at the start of the text; 0 if there is none.
static size_t scalar(Text text) {
  static const char *const whole[] = {"index", "none", "bf16", "tf32"};
  for (size_t i = 0; i < TRACEMARK_COUNT_OF(whole); ++i)
    if (startsWith(text, whole[i]))
      return strlen(whole[i]);
  size_t prefix =
      startsWith(text, "si") || startsWith(text, "ui") ? 2
      : startsWith(text, "i") || startsWith(text, "u") || startsWith(text, "f")
          ? 1
          : 0;
  size_t width = prefix ? digits(skip(text, prefix)) : 0;
  if (width == 0)
    return 0;
  size_t length = prefix + width;
  return startsWith(text, "f") ? length + smallFloat(skip(text, length))
                               : length;
}

/// Bytes of the sizes of a vector, "4xs8" (s: scalable); 0 for rank 0.
static size_t vectorSizes(Text text) {
  size_t length = 0;
  for (;;) {
    size_t start = length + (length && startsWith(skip(text, length), "x"));
    start += startsWith(skip(text, start), "s");
    size_t size = digits(skip(text, start));
    if (size == 0 || (length && text.data[length] != 'x'))
      return length;
    length = start + size;
  }
}

/// Bytes of the type at the start of the text; 0 if there is none.
static size_t typeLength(Text text) {
  size_t length = 0;
  for (;;) {
    Text rest = skip(text, length);
    if (startsWith(rest, "T"))
      return rest.length > 1 ? text.length : 0;
    if (startsWith(rest, "c") || startsWith(rest, "q"))
      ++length;
    else if (startsWith(rest, "v"))
      length += 1 + vectorSizes(skip(rest, 1));
    else
      break;
  }
  size_t inner = scalar(skip(text, length));
  return inner ? length + inner : 0;
}

bool tracemarkNameTokenIsTypes(const char *token, size_t length) {
  return isJoinedByX((Text){token, length}, typeLength);
}

bool tracemarkNameTokenIsModifier(const char *token, size_t length) {
  Text text = {token, length};
  return (startsWith(text, "s") || startsWith(text, "d")) &&
         isJoinedByX(skip(text, 1), digits);
}

bool tracemarkNameTokenIsHash(const char *token, size_t length) {
  if (length != 9 || *token != 'h')
    return false;
  for (size_t i = 1; i < length; ++i)
    if (!isDigit(token[i]) && (token[i] < 'a' || token[i] > 'f'))
      return false;
  return true;
}

bool tracemarkNameTokenIsCount(const char *token, size_t length) {
  Text text = {token, length};
  return startsWith(text, "x") && length > 1 &&
         digits(skip(text, 1)) == length - 1;
}

bool tracemarkNameTokenIsReserved(const char *token, size_t length) {
  return tracemarkNameTokenIsDims(token, length) ||
         tracemarkNameTokenIsTypes(token, length) ||
         tracemarkNameTokenIsModifier(token, length) ||
         tracemarkNameTokenIsHash(token, length) ||
         tracemarkNameTokenIsCount(token, length);
}

//===----------------------------------------------------------------------===//
// Words
//===----------------------------------------------------------------------===//

static const char *const roots[] = {
#define TRACEMARK_NAME_ROOT(word) #word,
#define TRACEMARK_NAME_STEP(word)
#define TRACEMARK_NAME_TAIL(word)
#include "lib/base/name_words.def"
};
static const char *const steps[] = {
#define TRACEMARK_NAME_ROOT(word)
#define TRACEMARK_NAME_STEP(word) #word,
#define TRACEMARK_NAME_TAIL(word)
#include "lib/base/name_words.def"
};
static const char *const tails[] = {
#define TRACEMARK_NAME_ROOT(word)
#define TRACEMARK_NAME_STEP(word)
#define TRACEMARK_NAME_TAIL(word) #word,
#include "lib/base/name_words.def"
};

static bool isIn(Text word, const char *const *words, size_t count) {
  for (size_t i = 0; i < count; ++i)
    if (is(word, words[i]))
      return true;
  return false;
}

/// Bytes of a layout, "nhwc", up to the next '_'; 0 if it is none.
static size_t layout(Text text) {
  size_t count = 0;
  while (count < text.length && text.data[count] != '_')
    if (!memchr("ncdhwgfm", text.data[count++], 8))
      return 0;
  return count;
}

/// [depthwise_|grouped_|transpose_]conv_[123]d[_<layout>_<layout>][_q]
static bool isConvolution(Text text) {
  static const char *const kinds[] = {"depthwise_", "grouped_", "transpose_"};
  for (size_t i = 0; i < TRACEMARK_COUNT_OF(kinds); ++i)
    if (startsWith(text, kinds[i])) {
      text = skip(text, strlen(kinds[i]));
      break;
    }
  if (!startsWith(text, "conv_"))
    return false;
  text = skip(text, strlen("conv_"));
  if (text.length < 2 || *text.data < '1' || *text.data > '3' ||
      text.data[1] != 'd')
    return false;
  text = skip(text, 2);
  for (int i = 0; i < 2 && text.length && !is(text, "_q"); ++i) {
    size_t letters = *text.data == '_' ? layout(skip(text, 1)) : 0;
    if (letters == 0)
      return false;
    text = skip(text, 1 + letters);
    if (i == 0 && (text.length == 0 || is(text, "_q")))
      return false;
  }
  return text.length == 0 || is(text, "_q");
}

/// pooling_<layout>_(avg|max|min|sum)[_unsigned]
static bool isPool(Text text) {
  if (!startsWith(text, "pooling_"))
    return false;
  text = skip(text, strlen("pooling_"));
  size_t letters = layout(text);
  if (letters == 0)
    return false;
  text = skip(text, letters);
  static const char *const endings[] = {
      "_avg", "_max", "_min", "_sum", "_max_unsigned", "_min_unsigned"};
  return isIn(text, endings, TRACEMARK_COUNT_OF(endings));
}

bool tracemarkNameWordIsRoot(const char *word, size_t length) {
  Text text = {word, length};
  return isIn(text, roots, TRACEMARK_COUNT_OF(roots)) || isConvolution(text) ||
         isPool(text);
}

bool tracemarkNameWordIsStep(const char *word, size_t length) {
  return isIn((Text){word, length}, steps, TRACEMARK_COUNT_OF(steps));
}

bool tracemarkNameWordIsTail(const char *word, size_t length) {
  return isIn((Text){word, length}, tails, TRACEMARK_COUNT_OF(tails));
}
