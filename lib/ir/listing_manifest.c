//===- listing_manifest.c - what the manifest says of a listing -----------===//

#include "lib/ir/listing_manifest.h"

#include "lib/base/run_id.h"
#include "lib/ir/op_summary.h"
#include "lib/ir/strings.h"

#include "mlir-c/BuiltinAttributes.h"
#include "mlir-c/BuiltinTypes.h"

#include <inttypes.h>
#include <stdio.h>

#include "lib/base/banned.h"

enum { MANIFEST_VERSION = 2 };

static json_t *toJson(MlirStringRef string) {
  return tracemarkJsonString(string.data, string.length);
}

static json_t *tagOf(MlirOperation operation) {
  MlirStringRef tag =
      tracemarkOperationStringAttribute(operation, "tracemark.tag");
  return tag.data ? toJson(tag) : json_null();
}

/// The tag's hash of what the operation does.
static json_t *contentHashOf(MlirOperation operation) {
  MlirStringRef tag =
      tracemarkOperationStringAttribute(operation, "tracemark.tag");
  const char key[] = " hash=", *end = tag.data + tag.length;
  const char *at =
      tag.data ? memmem(tag.data, tag.length, key, strlen(key)) : NULL;
  if (!at)
    return json_null();
  at += strlen(key);
  const char *blank = memchr(at, ' ', (size_t)(end - at));
  return tracemarkJsonString(at, (size_t)((blank ? blank : end) - at));
}

/// What stands in braces behind the pass in a pipeline's text, without the
/// blanks at both ends that some passes print.
static json_t *passOptions(MlirStringRef pipeline) {
  if (!pipeline.data)
    return json_null();
  const char *at = memchr(pipeline.data, '{', pipeline.length);
  const char *end = pipeline.data + pipeline.length - 1;
  if (!at || *end != '}')
    return json_string("");
  ++at;
  while (at < end && *at == ' ')
    ++at;
  while (end > at && end[-1] == ' ')
    --end;
  return tracemarkJsonString(at, (size_t)(end - at));
}

/// The working directory as debug info has it.
static json_t *compileDirectory(MlirStringRef rules) {
  TracemarkStringBuffer text = {0};
  bool known = tracemarkListingAppendCompileDirectory(&text, rules);
  json_t *directory = known ? tracemarkJsonString(text.data, text.length)
                      : text.failed ? NULL
                                    : json_null();
  tracemarkStringBufferDestroy(&text);
  return directory;
}

static json_t *lineRange(uint32_t first, uint32_t last) {
  return json_pack("[II]", (json_int_t)first, (json_int_t)last);
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

static json_t *typeToJson(MlirType type) {
  TracemarkStringBuffer text = {0};
  mlirTypePrint(type, tracemarkStringAppendCallback, &text);
  json_t *json =
      text.failed ? NULL : tracemarkJsonString(text.data, text.length);
  tracemarkStringBufferDestroy(&text);
  return json;
}

/// Type strings, so that a reader can call the function without parsing IR;
/// null for function types of other dialects.
static json_t *signatureOf(MlirOperation function) {
  MlirAttribute attribute = mlirOperationGetAttributeByName(
      function, tracemarkStringFrom("function_type"));
  MlirType type = mlirTypeAttrGetValue(attribute);
  if (!mlirTypeIsAFunction(type))
    return json_null();
  json_t *arguments = json_array(), *results = json_array();
  for (intptr_t i = 0; i < mlirFunctionTypeGetNumInputs(type); ++i)
    json_array_append_new(arguments,
                          typeToJson(mlirFunctionTypeGetInput(type, i)));
  for (intptr_t i = 0; i < mlirFunctionTypeGetNumResults(type); ++i)
    json_array_append_new(results,
                          typeToJson(mlirFunctionTypeGetResult(type, i)));
  return json_pack("{s:o,s:o}", "arguments", arguments, "results", results);
}

static json_t *visibilityOf(MlirOperation function) {
  MlirStringRef visibility =
      tracemarkOperationStringAttribute(function, "sym_visibility");
  return visibility.data ? toJson(visibility) : json_string("public");
}

/// Lines of a named dispatch's root operation. Without a tag the question is
/// not asked: a summary costs a look at every operation of the function.
static json_t *rootOf(const TracemarkListingPlan *plan, size_t index,
                      size_t end) {
  const TracemarkListedOperation *items = plan->operations.items;
  if (!tracemarkOperationStringAttribute(items[index].operation,
                                         "tracemark.tag")
           .data)
    return json_null();
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
  if (root == end || !items[root].printed)
    return json_null();
  uint32_t last = items[findSubtreeEnd(plan, root) - 1].line;
  if (last > items[root].line)
    last = findEnd(plan, &items[root], last);
  return lineRange(items[root].line, last);
}

static json_t *makeEntry(const TracemarkListingPlan *plan, size_t index,
                         size_t end) {
  const TracemarkListedOperation *item = &plan->operations.items[index];
  uint32_t last = findEnd(plan, item, plan->operations.items[end - 1].line);
  return json_pack(
      "{s:o,s:o,s:o,s:o,s:o,s:o,s:o}", "symbol",
      toJson(tracemarkOperationSymbol(item->operation)), "tag",
      tagOf(item->operation), "content_hash", contentHashOf(item->operation),
      "lines", lineRange(item->line, last), "root", rootOf(plan, index, end),
      "visibility", visibilityOf(item->operation), "signature",
      signatureOf(item->operation));
}

/// One entry per function that is the unit or in it. A function inside another
/// one has no entry: its lines are its parent's.
static json_t *makeEntries(const TracemarkListingPlan *plan) {
  json_t *entries = json_array();
  for (size_t i = 0; i < plan->operations.count;) {
    const TracemarkListedOperation *item = &plan->operations.items[i];
    if (item->isElsewhere || !isFunctionWithBody(item->operation)) {
      ++i;
      continue;
    }
    size_t end = findSubtreeEnd(plan, i);
    if (json_array_append_new(entries, makeEntry(plan, i, end)) != 0) {
      json_decref(entries);
      return NULL;
    }
    i = end;
  }
  return entries;
}

static json_t *makeSymbol(const TracemarkSymbolPath *path) {
  json_t *symbol = json_array();
  for (size_t i = 0; i < path->names.count; ++i)
    json_array_append_new(symbol, toJson(path->names.items[i]));
  return symbol;
}

static json_int_t countLines(MlirStringRef text) {
  json_int_t count = 0;
  const char *at = text.data, *end = text.data + text.length;
  while (at < end && (at = memchr(at, '\n', (size_t)(end - at)))) {
    ++count;
    ++at;
  }
  return count;
}

void tracemarkListingAppendRecord(const TracemarkListingRecord *record,
                                  TracemarkStringBuffer *line) {
  const TracemarkListingOptions *options = record->options;
  MlirStringRef rules = options->settings->prefixMap;
  MlirOperation unit = record->plan->operations.items[0].operation;
  char hash[17], run[TRACEMARK_RUN_ID_SIZE];
  snprintf(hash, sizeof(hash), "%016" PRIx64, record->hash);
  tracemarkListingRunId(options->run, run);
  json_t *value = json_pack(
      "{s:i,s:s,s:o,s:o,s:I,s:o,s:s,s:o,s:o,s:o,s:o,s:o,s:s,s:I,s:I,s:I,s:b,s:"
      "o,"
      "s:o,s:o,s:o}",
      "version", MANIFEST_VERSION, "run", run, "stage", toJson(options->stage),
      "argument", toJson(options->argument), "occurrence",
      (json_int_t)options->occurrence, "options",
      passOptions(options->pipeline), "scope", record->scope, "op",
      toJson(tracemarkOperationName(unit)), "symbol", makeSymbol(record->path),
      "file", toJson(record->file), "path", toJson(record->locationPath),
      "directory", compileDirectory(rules), "file_hash", hash, "bytes",
      (json_int_t)record->text.length, "lines", countLines(record->text),
      "elided", (json_int_t)record->elided, "verifies", record->verifies, "tag",
      tagOf(unit), "content_hash", contentHashOf(unit), "inputs",
      tracemarkListingInputs(record->plan, rules), "entries",
      makeEntries(record->plan));
  tracemarkJsonAppendLine(line, value);
  json_decref(value);
}
