//===- zstd.c - text made small -------------------------------------------===//

#include "lib/base/zstd.h"

#include <stdlib.h>
#include <zstd.h>

#include "lib/base/banned.h"

// Listings repeat themselves: higher levels gain little and take long.
enum { LEVEL = 9 };

void tracemarkZstdAppend(TracemarkStringBuffer *buffer, const char *data,
                         size_t length) {
  size_t bound = ZSTD_compressBound(length);
  char *frame = ZSTD_isError(bound) ? NULL : malloc(bound);
  ZSTD_CCtx *context = ZSTD_createCCtx();
  size_t size = 0;
  bool done = frame && context;
  if (done) {
    ZSTD_CCtx_setParameter(context, ZSTD_c_compressionLevel, LEVEL);
    ZSTD_CCtx_setParameter(context, ZSTD_c_checksumFlag, 1);
    size = ZSTD_compress2(context, frame, bound, data, length);
    done = !ZSTD_isError(size);
  }
  if (done)
    tracemarkStringBufferAppend(buffer, frame, size);
  else
    buffer->failed = true;
  ZSTD_freeCCtx(context);
  free(frame);
}
