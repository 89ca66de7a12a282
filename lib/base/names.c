//===- names.c - reads the names of dispatches ----------------------------===//
//
// Behind the base a name is a row of tokens. No token of a root or a tail looks
// like dims or types (lib/ir keeps to that), so the first such token ends the
// root. Without a base every token that looks like types is tried, from the
// right, with the longest known root before it.
//
//===----------------------------------------------------------------------===//

#include "tracemark/names.h"

#include "lib/base/name_words.h"

#include "lib/base/banned.h"

typedef TracemarkNameText Text;

/// Words of a chain, and of a tail, before `etc`.
enum { MOST_WORDS = 4 };

static Text slice(const char *from, const char *to) {
  return (Text){from, (size_t)(to - from)};
}

static const char *endOf(Text text) { return text.data + text.length; }

/// End of the token that starts at `from`.
static const char *tokenEnd(const char *from, const char *end) {
  const char *found = memchr(from, '_', (size_t)(end - from));
  return found ? found : end;
}

/// Start of the token that ends at `to`.
static const char *tokenStart(const char *begin, const char *to) {
  while (to > begin && to[-1] != '_')
    --to;
  return to;
}

static bool isEtc(const char *from, const char *to) {
  return to - from == 3 && memcmp(from, "etc", 3) == 0;
}

//===----------------------------------------------------------------------===//
// Words
//===----------------------------------------------------------------------===//

static bool isWord(const char *from, const char *to) {
  size_t length = (size_t)(to - from);
  return tracemarkNameWordIsStep(from, length) ||
         tracemarkNameWordIsRoot(from, length) ||
         tracemarkNameWordIsTail(from, length);
}

bool tracemarkNameNextWord(Text *words, Text *word) {
  if (words->length == 0)
    return false;
  const char *from = words->data, *end = endOf(*words);
  const char *to = tokenEnd(from, end);
  for (const char *next = to;; next = tokenEnd(next + 1, end)) {
    if (isWord(from, next))
      to = next;
    if (next == end)
      break;
  }
  *word = slice(from, to);
  *words = slice(to < end ? to + 1 : end, end);
  return true;
}

/// Up to four words of chains in a row, and `etc` behind the fourth.
static bool isChain(const char *from, const char *end, int words) {
  if (words == MOST_WORDS && isEtc(from, end))
    return true;
  if (words == MOST_WORDS)
    return false;
  for (const char *to = tokenEnd(from, end);; to = tokenEnd(to + 1, end)) {
    if (tracemarkNameWordIsStep(from, (size_t)(to - from)) &&
        (to == end || isChain(to + 1, end, words + 1)))
      return true;
    if (to == end)
      return false;
  }
}

static bool knowsTail(Text tail) {
  Text word;
  while (tracemarkNameNextWord(&tail, &word))
    if (!isWord(word.data, endOf(word)) &&
        !(isEtc(word.data, endOf(word)) && tail.length == 0))
      return false;
  return true;
}

//===----------------------------------------------------------------------===//
// Parts
//===----------------------------------------------------------------------===//

/// Takes hash and instance from the end of what stands behind the base.
static Text takeHash(Text text, TracemarkName *name) {
  const char *end = endOf(text), *to = end;
  const char *from = tokenStart(text.data, end);
  unsigned instance = 0;
  bool isNumber = from < end && *from != '0' && end - from < 10;
  for (const char *digit = from; digit < end; ++digit) {
    isNumber &= *digit >= '0' && *digit <= '9';
    instance = isNumber ? instance * 10 + (unsigned)(*digit - '0') : 0;
  }
  if (isNumber && instance >= 2 && from > text.data) {
    to = from - 1;
    from = tokenStart(text.data, to);
  } else {
    instance = 0;
  }
  if (from == text.data || !tracemarkNameTokenIsHash(from, (size_t)(to - from)))
    return text;
  name->hasHash = true;
  name->instance = instance;
  for (const char *digit = from + 1; digit < to; ++digit)
    name->hash = name->hash << 4 |
                 (uint32_t)(*digit <= '9' ? *digit - '0' : *digit - 'a' + 10);
  return slice(text.data, from - 1);
}

static void setRoot(TracemarkName *name, Text root) {
  name->root = name->rootWord = root;
  name->rootCount = 1;
  const char *from = tokenStart(root.data, endOf(root));
  size_t length = (size_t)(endOf(root) - from);
  if (from == root.data || length > 9 ||
      !tracemarkNameTokenIsCount(from, length))
    return;
  unsigned count = 0;
  for (size_t i = 1; i < length; ++i)
    count = count * 10 + (unsigned)(from[i] - '0');
  name->rootWord = slice(root.data, from - 1);
  name->rootCount = count;
}

static bool isDims(const char *from, const char *to) {
  return tracemarkNameTokenIsDims(from, (size_t)(to - from));
}

static bool isTypes(const char *from, const char *to) {
  return tracemarkNameTokenIsTypes(from, (size_t)(to - from));
}

/// Tokens of letters and digits with one '_' between.
static bool isWellFormed(Text text) {
  bool inToken = false;
  for (size_t i = 0; i < text.length; ++i) {
    char byte = text.data[i];
    if (byte == '_' && !inToken)
      return false;
    inToken = byte != '_';
    if (inToken &&
        !((byte >= '0' && byte <= '9') || (byte >= 'a' && byte <= 'z') ||
          (byte >= 'A' && byte <= 'Z')))
      return false;
  }
  return inToken;
}

/// Reads root, dims, types, modifiers and tail from a text without hash.
static bool readParts(Text text, TracemarkName *name) {
  if (!isWellFormed(text))
    return false;
  const char *end = endOf(text), *to = tokenEnd(text.data, end);
  const char *from = to < end ? to + 1 : end; // of the token behind the root
  while (from < end && !isDims(from, tokenEnd(from, end)) &&
         !isTypes(from, tokenEnd(from, end))) {
    to = tokenEnd(from, end);
    from = to < end ? to + 1 : end;
  }
  setRoot(name, slice(text.data, to));
  name->dims = name->types = name->modifiers = name->tail = slice(end, end);
  if (from < end && isDims(from, to = tokenEnd(from, end))) {
    name->dims = slice(from, to);
    from = to < end ? to + 1 : end;
  }
  if (from < end && isTypes(from, to = tokenEnd(from, end))) {
    name->types = slice(from, to);
    from = to < end ? to + 1 : end;
  }
  const char *modifiers = from;
  while (from < end && tracemarkNameTokenIsModifier(
                           from, (size_t)(tokenEnd(from, end) - from))) {
    name->modifiers = slice(modifiers, to = tokenEnd(from, end));
    from = to < end ? to + 1 : end;
  }
  name->tail = slice(from, end);
  for (; from < end; from = to < end ? to + 1 : end) {
    to = tokenEnd(from, end);
    if (tracemarkNameTokenIsReserved(from, (size_t)(to - from)))
      return false;
  }
  return true;
}

//===----------------------------------------------------------------------===//
// Without a base
//===----------------------------------------------------------------------===//

static bool isKnownRoot(Text root) {
  TracemarkName name = {0};
  setRoot(&name, root);
  Text word = name.rootWord;
  return tracemarkNameWordIsRoot(word.data, word.length) ||
         isChain(word.data, endOf(word), 0);
}

/// The longest known root that ends at `to` and leaves a base of one byte at
/// least; data is NULL if there is none.
static Text rootBefore(const char *begin, const char *to) {
  Text longest = {NULL, 0};
  const char *from = tokenStart(begin, to);
  // No root has more tokens: five words of three, a count.
  for (int tokens = 0; tokens < 16 && from > begin + 1; ++tokens) {
    if (isKnownRoot(slice(from, to)))
      longest = slice(from, to);
    from = tokenStart(begin, from - 1);
  }
  return longest;
}

typedef struct Guess {
  Text text; // the name without its hash
  TracemarkName name;
  bool found, known; // a reading; of words that are all known
  unsigned readings;
} Guess;

/// Takes the split before `root` if it reads, unless one of better known words
/// was taken.
static void offer(Guess *guess, Text root) {
  if (!root.data)
    return;
  TracemarkName name = {0};
  if (!readParts(slice(root.data, endOf(guess->text)), &name) ||
      name.root.length != root.length)
    return;
  bool known = knowsTail(name.tail);
  if (known > guess->known)
    guess->readings = 0;
  if (known >= guess->known)
    ++guess->readings;
  if (!guess->found || known > guess->known) {
    name.base = slice(guess->text.data, root.data - 1);
    guess->name = name;
  }
  guess->found = true;
  guess->known |= known;
}

/// Tries each token of types from the right; in names that were cut, which
/// have a hash, then each of dims, then a root at the end.
static void guessSplit(Guess *guess, bool wasCut) {
  const char *begin = guess->text.data, *end = endOf(guess->text);
  for (int what = 0; what < (wasCut ? 2 : 1) && !guess->found; ++what)
    for (const char *to = end, *from; to > begin; to = from - 1) {
      from = tokenStart(begin, to);
      if (from <= begin + 1)
        break;
      if (what == 0 && isTypes(from, to)) {
        const char *before = tokenStart(begin, from - 1);
        offer(guess,
              rootBefore(begin, before > begin && isDims(before, from - 1)
                                    ? before - 1
                                    : from - 1));
      } else if (what == 1 && isDims(from, to)) {
        offer(guess, rootBefore(begin, from - 1));
      }
    }
  if (wasCut && !guess->found)
    offer(guess, rootBefore(begin, end));
}

bool tracemarkNameParse(const char *name, size_t length, const Text *base,
                        TracemarkName *result) {
  *result = (TracemarkName){0};
  TracemarkName parsed = {0};
  if (base) {
    if (length < base->length + 2 ||
        memcmp(name, base->data, base->length) != 0 ||
        name[base->length] != '_')
      return false;
    Text rest = {name + base->length + 1, length - base->length - 1};
    if (!readParts(takeHash(rest, &parsed), &parsed))
      return false;
    parsed.base = (Text){name, base->length};
    parsed.readings = 1;
    *result = parsed;
    return true;
  }
  if (length == 0)
    return false;
  Guess guess = {.text = takeHash((Text){name, length}, &parsed)};
  guessSplit(&guess, parsed.hasHash);
  if (!guess.found)
    return false;
  *result = guess.name;
  result->hasHash = parsed.hasHash;
  result->hash = parsed.hash;
  result->instance = parsed.instance;
  result->ambiguous = true;
  result->readings = guess.readings;
  return true;
}
