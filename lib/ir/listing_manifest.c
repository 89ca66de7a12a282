//===- listing_manifest.c - what the manifest says of a listing -----------===//

#include "lib/ir/listing_manifest.h"

#include "lib/base/json.h"
#include "lib/base/run_id.h"
#include "lib/ir/op_summary.h"
#include "lib/ir/strings.h"

#include "mlir-c/BuiltinAttributes.h"
#include "mlir-c/BuiltinTypes.h"

#include <inttypes.h>
#include <stdio.h>

#include "lib/base/banned.h"

enum { MANIFEST_VERSION = 3 };

/// A string, or null for one without data.
static void put(TracemarkStringBuffer *line, MlirStringRef string) {
  if (string.data)
    tracemarkJsonPutString(line, string.data, string.length);
  else
    tracemarkStringBufferAppendText(line, "null");
}

static void putText(TracemarkStringBuffer *line, const char *key,
                    MlirStringRef value) {
  tracemarkJsonPutKey(line, key);
  put(line, value);
}

static void putNumber(TracemarkStringBuffer *line, const char *key,
                      uint64_t value) {
  tracemarkJsonPutKey(line, key);
  tracemarkStringBufferAppendNumber(line, value);
}

static void putWord(TracemarkStringBuffer *line, const char *key,
                    const char *word) {
  tracemarkJsonPutKey(line, key);
  tracemarkStringBufferAppendText(line, word);
}

static void putLines(TracemarkStringBuffer *line, const char *key,
                     uint32_t first, uint32_t last) {
  tracemarkJsonPutKey(line, key);
  tracemarkStringBufferAppendText(line, "[");
  tracemarkStringBufferAppendNumber(line, first);
  tracemarkStringBufferAppendText(line, ",");
  tracemarkStringBufferAppendNumber(line, last);
  tracemarkStringBufferAppendText(line, "]");
}

/// The hash of what an operation does, in its tag.
static MlirStringRef findContentHash(MlirStringRef tag) {
  static const char key[] = " hash=";
  const char *at =
      tag.data ? memmem(tag.data, tag.length, key, strlen(key)) : NULL;
  if (!at)
    return (MlirStringRef){0};
  at += strlen(key);
  const char *end = tag.data + tag.length;
  const char *blank = memchr(at, ' ', (size_t)(end - at));
  return mlirStringRefCreate(at, (size_t)((blank ? blank : end) - at));
}

static void putTag(TracemarkStringBuffer *line, MlirOperation operation) {
  MlirStringRef tag =
      tracemarkOperationStringAttribute(operation, "tracemark.tag");
  putText(line, "tag", tag);
  putText(line, "content_hash", findContentHash(tag));
}

/// What stands in braces behind the pass in a pipeline's text, without the
/// blanks at both ends that some passes print.
static MlirStringRef passOptions(MlirStringRef pipeline) {
  if (!pipeline.data)
    return pipeline;
  const char *at = memchr(pipeline.data, '{', pipeline.length);
  const char *end = pipeline.data + pipeline.length - 1;
  if (!at || *end != '}')
    return mlirStringRefCreate("", 0);
  ++at;
  while (at < end && *at == ' ')
    ++at;
  while (end > at && end[-1] == ' ')
    --end;
  return mlirStringRefCreate(at, (size_t)(end - at));
}

/// The working directory as debug info has it.
static void putDirectory(TracemarkStringBuffer *line, MlirStringRef rules) {
  TracemarkStringBuffer text = {0};
  bool known = tracemarkListingAppendCompileDirectory(&text, rules);
  putText(line, "directory",
          mlirStringRefCreate(known ? text.data : NULL, text.length));
  line->failed |= text.failed;
  tracemarkStringBufferDestroy(&text);
}

/// A function: a symbol with a function type and a body.
static bool isFunctionWithBody(MlirOperation operation) {
  if (mlirOperationGetNumRegions(operation) == 0 ||
      mlirBlockIsNull(
          mlirRegionGetFirstBlock(mlirOperationGetRegion(operation, 0))) ||
      !tracemarkOperationSymbol(operation).data)
    return false;
  MlirAttribute type = mlirOperationGetAttributeByName(
      operation, tracemarkStringFrom("function_type"));
  return !mlirAttributeIsNull(type) && mlirAttributeIsAType(type);
}

/// Line that closes the region of an operation: the first one behind `from`
/// that begins, at the operation's own column, with a brace (of custom form)
/// or a parenthesis (of generic form: "}) : ...").
static uint32_t findEnd(const TracemarkListingPlan *plan,
                        const TracemarkListedOperation *item, uint32_t from) {
  for (uint32_t line = from + 1; line <= plan->lineCount; ++line) {
    MlirStringRef text = tracemarkListingPlanLine(plan, line);
    size_t column = item->column - 1;
    if (text.length > column && text.data[column] == '}' &&
        (column == 0 || text.data[column - 1] == ' '))
      return line;
  }
  return from;
}

/// Index behind the last operation nested in operation `index`.
static size_t findSubtreeEnd(const TracemarkListingPlan *plan, size_t index) {
  const TracemarkListedOperation *items = plan->operations.items;
  size_t end = index + 1;
  while (end < plan->operations.count && items[end].parent >= index)
    ++end;
  return end;
}

/// `scratch` is used for the text of the type.
static void putType(TracemarkStringBuffer *line,
                    const TracemarkListingPlan *plan, MlirType type,
                    TracemarkStringBuffer *scratch) {
  tracemarkStringBufferTruncate(scratch, 0);
  tracemarkListingPlanAppendType(plan, type, scratch);
  tracemarkJsonPutSeparator(line);
  tracemarkJsonPutString(line, tracemarkStringBufferText(scratch),
                         scratch->length);
}

/// Type strings, so that a reader can call the function without parsing IR;
/// null for function types of other dialects.
static void putSignature(TracemarkStringBuffer *line,
                         const TracemarkListingPlan *plan,
                         MlirOperation function) {
  MlirAttribute attribute = mlirOperationGetAttributeByName(
      function, tracemarkStringFrom("function_type"));
  MlirType type = mlirTypeAttrGetValue(attribute);
  tracemarkJsonPutKey(line, "signature");
  if (!mlirTypeIsAFunction(type)) {
    tracemarkStringBufferAppendText(line, "null");
    return;
  }
  TracemarkStringBuffer scratch = {0};
  tracemarkStringBufferAppendText(line, "{\"arguments\":[");
  intptr_t arguments = mlirFunctionTypeGetNumInputs(type);
  for (intptr_t i = 0; i < arguments; ++i)
    putType(line, plan, mlirFunctionTypeGetInput(type, i), &scratch);
  tracemarkStringBufferAppendText(line, "],\"results\":[");
  intptr_t results = mlirFunctionTypeGetNumResults(type);
  for (intptr_t i = 0; i < results; ++i)
    putType(line, plan, mlirFunctionTypeGetResult(type, i), &scratch);
  tracemarkStringBufferAppendText(line, "]}");
  line->failed |= scratch.failed;
  tracemarkStringBufferDestroy(&scratch);
}

static MlirStringRef visibilityOf(MlirOperation function) {
  MlirStringRef visibility =
      tracemarkOperationStringAttribute(function, "sym_visibility");
  return visibility.data ? visibility : tracemarkStringFrom("public");
}

/// Index of a named dispatch's root operation; `end` if it has none. Without a
/// tag the question is not asked: a summary costs a look at every operation of
/// the function.
static size_t findRoot(const TracemarkListingPlan *plan, size_t index,
                       size_t end) {
  const TracemarkListedOperation *items = plan->operations.items;
  if (!tracemarkOperationStringAttribute(items[index].operation,
                                         "tracemark.tag")
           .data)
    return end;
  TracemarkArena arena = {0};
  TracemarkSummaryContext context;
  tracemarkSummaryContextInit(&context, &arena);
  TracemarkOpSummary summary;
  size_t root = end;
  context.namesOnly = true;
  if (tracemarkOpSummaryGet(&context, items[index].operation, &summary) &&
      !mlirOperationIsNull(summary.rootOperation))
    for (root = index;
         root < end && items[root].operation.ptr != summary.rootOperation.ptr;)
      ++root;
  tracemarkSummaryContextDestroy(&context);
  tracemarkArenaDestroy(&arena);
  return root;
}

static void putRoot(TracemarkStringBuffer *line,
                    const TracemarkListingPlan *plan, size_t index,
                    size_t end) {
  const TracemarkListedOperation *items = plan->operations.items;
  size_t root = findRoot(plan, index, end);
  if (root == end || !items[root].printed) {
    putText(line, "root", (MlirStringRef){0});
    return;
  }
  uint32_t last = items[findSubtreeEnd(plan, root) - 1].line;
  if (last > items[root].line)
    last = findEnd(plan, &items[root], last);
  putLines(line, "root", items[root].line, last);
}

static void putEntry(TracemarkStringBuffer *line,
                     const TracemarkListingPlan *plan, size_t index,
                     size_t end) {
  const TracemarkListedOperation *item = &plan->operations.items[index];
  uint32_t last = findEnd(plan, item, plan->operations.items[end - 1].line);
  tracemarkJsonPutSeparator(line);
  tracemarkStringBufferAppendText(line, "{");
  putText(line, "symbol", tracemarkOperationSymbol(item->operation));
  putTag(line, item->operation);
  putLines(line, "lines", item->line, last);
  putRoot(line, plan, index, end);
  putText(line, "visibility", visibilityOf(item->operation));
  putSignature(line, plan, item->operation);
  tracemarkStringBufferAppendText(line, "}");
}

/// One entry per function that is the unit or in it. A function inside another
/// one has no entry: its lines are its parent's.
static void putEntries(TracemarkStringBuffer *line,
                       const TracemarkListingPlan *plan) {
  tracemarkJsonPutKey(line, "entries");
  tracemarkStringBufferAppendText(line, "[");
  for (size_t i = 0; i < plan->operations.count;) {
    const TracemarkListedOperation *item = &plan->operations.items[i];
    if (item->isElsewhere || !isFunctionWithBody(item->operation)) {
      ++i;
      continue;
    }
    size_t end = findSubtreeEnd(plan, i);
    putEntry(line, plan, i, end);
    i = end;
  }
  tracemarkStringBufferAppendText(line, "]");
}

static void putSymbol(TracemarkStringBuffer *line,
                      const TracemarkSymbolPath *path) {
  tracemarkJsonPutKey(line, "symbol");
  tracemarkStringBufferAppendText(line, "[");
  for (size_t i = 0; i < path->names.count; ++i) {
    tracemarkJsonPutSeparator(line);
    put(line, path->names.items[i]);
  }
  tracemarkStringBufferAppendText(line, "]");
}

static uint64_t countLines(MlirStringRef text) {
  uint64_t count = 0;
  const char *at = text.data, *end = text.data + text.length;
  while (at < end && (at = memchr(at, '\n', (size_t)(end - at)))) {
    ++count;
    ++at;
  }
  return count;
}

/// What every record begins with: the run and the stage.
static void putStage(TracemarkStringBuffer *line,
                     const TracemarkListingOptions *options) {
  char run[TRACEMARK_RUN_ID_SIZE];
  tracemarkListingRunId(options->run, run);
  tracemarkStringBufferAppendText(line, "{");
  putNumber(line, "version", MANIFEST_VERSION);
  putText(line, "run", tracemarkStringFrom(run));
  putText(line, "stage", options->stage);
  putText(line, "argument", options->argument);
  putNumber(line, "occurrence", (uint64_t)options->occurrence);
  putText(line, "options", passOptions(options->pipeline));
}

void tracemarkListingPutFile(const TracemarkStringBuffer *file,
                             TracemarkStringBuffer *files) {
  tracemarkStringBufferAppendText(files, files->length ? "," : "");
  tracemarkJsonPutString(files, tracemarkStringBufferText(file), file->length);
  files->failed |= file->failed;
}

void tracemarkListingAppendUnchanged(const TracemarkListingOptions *options,
                                     bool isWhole,
                                     const TracemarkStringBuffer *files,
                                     TracemarkStringBuffer *line) {
  putStage(line, options);
  putText(line, "scope", tracemarkStringFrom(isWhole ? "unit" : "entry"));
  tracemarkJsonPutKey(line, "unchanged");
  tracemarkStringBufferAppendText(line, "[");
  tracemarkStringBufferAppend(line, files->data, files->length);
  tracemarkStringBufferAppendText(line, "]}\n");
  line->failed |= files->failed;
}

void tracemarkListingAppendRecord(const TracemarkListingRecord *record,
                                  TracemarkStringBuffer *line) {
  static const char *const parses[] = {[TRACEMARK_PARSED_UNKNOWN] = "null",
                                       [TRACEMARK_PARSED_NO] = "false",
                                       [TRACEMARK_PARSED_YES] = "true"};
  const TracemarkListingOptions *options = record->options;
  MlirStringRef rules = options->settings->prefixMap;
  MlirOperation unit = record->plan->operations.items[0].operation;
  char hash[17];
  snprintf(hash, sizeof(hash), "%016" PRIx64, record->hash);
  putStage(line, options);
  putText(line, "scope", tracemarkStringFrom(record->scope));
  putText(line, "op", tracemarkOperationName(unit));
  putSymbol(line, record->path);
  putText(line, "file", record->file);
  putText(line, "path", record->locationPath);
  putDirectory(line, rules);
  putText(line, "file_hash", tracemarkStringFrom(hash));
  putNumber(line, "bytes", record->text.length);
  putNumber(line, "lines", countLines(record->text));
  putNumber(line, "elided", (uint64_t)record->elided);
  putText(line, "form",
          tracemarkStringFrom(record->plan->custom ? "custom" : "generic"));
  putWord(line, "parses", parses[record->parses]);
  putWord(line, "verifies", record->verifies ? "true" : "false");
  putTag(line, unit);
  tracemarkJsonPutKey(line, "inputs");
  tracemarkListingPutInputs(record->plan, rules, line);
  putEntries(line, record->plan);
  tracemarkStringBufferAppendText(line, "}\n");
}
