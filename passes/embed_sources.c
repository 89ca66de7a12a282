//===- embed_sources.c - the listings inside of the artefact --------------===//
//
// tracemark-embed-sources puts the listings that locations point to into the
// module, so that what is compiled from it carries its own sources.
//
//   llvm.func @f() { ... loc(fused<...>["listings/cse/f.mlir":2:3]) ... }
// as=global adds
//   llvm.mlir.global internal constant @tracemark_sources("TMSOURCE...")
//       {alignment = 1, section = ".tracemark_sources"} : !llvm.array<N x i8>
//   llvm.mlir.global appending @llvm.used() ...        // or extends it
// as=attribute gives the module
//   tracemark.sources = {directory = "/src", files = {"listings/cse/f.mlir" =
//     {records = ["{...}"], text = "<hash>"}}, texts = {"<hash>" =
//     "llvm.f..."}, version = 1}
// and, where there are executables of IREE's shape,
//   "hal.executable.variant"() <{sources = {listings/cse/f.mlir =
//     dense_resource<...> : vector<Nxi8>}}>
//   "hal.executable.export"() <{source_locs = {cse =
//     loc("listings/cse/f.mlir":1:1)}}> ... loc(<that of its function>)
//
// Option    Default    Meaning
// as        attribute  of the module; global: a section of the object
// compress  none       texts are plain; zstd (never those of IREE's attributes)
// stage     all        label of the one stage to embed; all: every one that
//                      locations have recorded, those behind others too
// from                 folder of the listings, if not where locations say
// optional  false      true: a module without such a location stays as it is
//
// Diagnostics: an error if no location has recorded the stage (unless that is
// optional), if a listing or its manifest cannot be read, if the manifest has
// no record of a listing, or if that was changed since; if `llvm.used` is no
// array of pointers. The IR is unchanged then.
//
// Never touches: anything but what is named above; a module without operations.
//
// HOW IT WORKS
// One walk finds the files (lib/ir/sources.h); they are read back from the
// folder together with the records of its manifest, so the pass works behind
// the listing in one pipeline as well as on a module that was read from a file.
// Linear in operations, distinct locations, and bytes of the listings and the
// manifest. Texts are embedded once however many names they have. It belongs at
// the end of a pipeline: a listing made behind it would show what it embedded.
//
//===----------------------------------------------------------------------===//

#include "lib/ir/sources_attribute.h"
#include "lib/ir/sources_global.h"
#include "lib/ir/sources_iree.h"
#include "tracemark/pass.h"

#include "mlir-c/Dialect/LLVM.h"

#include "lib/base/banned.h"

#define ARGUMENT "tracemark-embed-sources"

enum { AS_ATTRIBUTE, AS_GLOBAL };
enum { COMPRESS_NONE, COMPRESS_ZSTD };
enum {
  OPTION_AS,
  OPTION_COMPRESS,
  OPTION_STAGE,
  OPTION_FROM,
  OPTION_OPTIONAL,
  OPTION_COUNT
};

static MlirLogicalResult embed(MlirOperation module,
                               const TracemarkSources *sources,
                               const TracemarkOptionValue *options) {
  bool compress = options[OPTION_COMPRESS].integer == COMPRESS_ZSTD;
  if (sources->files.count == 0)
    return mlirLogicalResultSuccess();
  if (options[OPTION_AS].integer == AS_GLOBAL)
    return tracemarkSourcesMakeGlobal(module, sources, compress);
  if (mlirLogicalResultIsFailure(tracemarkSourcesSetForIree(module, sources)))
    return mlirLogicalResultFailure();
  return tracemarkSourcesSetAttribute(module, sources, compress);
}

static MlirLogicalResult
run(MlirOperation module, const TracemarkOptionValue *options, void *shared) {
  (void)shared;
  TracemarkSourcesOptions which = {.stage = options[OPTION_STAGE].string,
                                   .from = options[OPTION_FROM].string,
                                   .optional =
                                       options[OPTION_OPTIONAL].integer != 0};
  TracemarkSources sources;
  MlirLogicalResult result = tracemarkSourcesCollect(module, &which, &sources);
  if (mlirLogicalResultIsSuccess(result))
    result = embed(module, &sources, options);
  tracemarkSourcesDestroy(&sources);
  return result;
}

static MlirDialectHandle (*const dialects[])(void) = {
    mlirGetDialectHandle__llvm__};

static const char *const asKeywords[] = {"attribute", "global", NULL};
static const char *const compressKeywords[] = {"none", "zstd", NULL};

static const TracemarkOptionDescriptor optionTable[OPTION_COUNT] = {
    [OPTION_AS] = {.name = "as",
                   .help = "attribute of the module, or a global in a section "
                           "of the object",
                   .kind = TRACEMARK_OPTION_ENUM,
                   .defaultInteger = AS_ATTRIBUTE,
                   .keywords = asKeywords},
    [OPTION_COMPRESS] = {.name = "compress",
                         .help = "how the texts are stored",
                         .kind = TRACEMARK_OPTION_ENUM,
                         .defaultInteger = COMPRESS_NONE,
                         .keywords = compressKeywords},
    [OPTION_STAGE] = {.name = "stage",
                      .help = "'all', or the label of a stage",
                      .kind = TRACEMARK_OPTION_STRING,
                      .defaultString = "all",
                      .notEmpty = true},
    [OPTION_FROM] = {.name = "from",
                     .help = "folder of the listings, if it is not where the "
                             "locations say",
                     .kind = TRACEMARK_OPTION_STRING},
    [OPTION_OPTIONAL] = {.name = "optional",
                         .help = "leave a module as it is of which no location "
                                 "points to such a listing",
                         .kind = TRACEMARK_OPTION_BOOLEAN},
};

extern const TracemarkPassDescriptor tracemarkPassEmbedSources;
const TracemarkPassDescriptor tracemarkPassEmbedSources = {
    .argument = ARGUMENT,
    .name = "TracemarkEmbedSources",
    .description = "put the listings that locations point to into the module",
    .anchor = "builtin.module",
    .dialects = dialects,
    .dialectCount = TRACEMARK_COUNT_OF(dialects),
    .options = optionTable,
    .optionCount = OPTION_COUNT,
    .run = run,
};
