//===- listed_parts.c - what the listings of one context show -------------===//

#include "lib/ir/listed_parts.h"

#include <pthread.h>
#include <stdlib.h>
#include <uthash.h>

#include "lib/base/banned.h"

typedef struct Known {
  TracemarkListedPart part;
  char *file;
  UT_hash_handle hh;
  char key[];
} Known;

struct TracemarkListedParts {
  pthread_mutex_t lock;
  Known *known;
};

TracemarkListedParts *tracemarkListedPartsCreate(void) {
  TracemarkListedParts *parts = calloc(1, sizeof(*parts));
  if (parts && pthread_mutex_init(&parts->lock, NULL) != 0) {
    free(parts);
    return NULL;
  }
  return parts;
}

static void forget(TracemarkListedParts *parts, Known *known) {
  HASH_DEL(parts->known, known);
  free(known->file);
  free(known);
}

void tracemarkListedPartsDestroy(TracemarkListedParts *parts) {
  if (!parts)
    return;
  Known *known, *next;
  HASH_ITER(hh, parts->known, known, next) forget(parts, known);
  pthread_mutex_destroy(&parts->lock);
  free(parts);
}

bool tracemarkListedPartsFind(TracemarkListedParts *parts, MlirStringRef key,
                              TracemarkListedPart *part,
                              TracemarkStringBuffer *file) {
  Known *known;
  pthread_mutex_lock(&parts->lock);
  HASH_FIND(hh, parts->known, key.data, key.length, known);
  if (known) {
    *part = known->part;
    tracemarkStringBufferAppendText(file, known->file);
  }
  pthread_mutex_unlock(&parts->lock);
  return known && !file->failed;
}

static Known *add(TracemarkListedParts *parts, MlirStringRef key) {
  Known *known = calloc(1, sizeof(*known) + key.length + 1);
  if (!known)
    return NULL;
  memcpy(known->key, key.data, key.length);
  HASH_ADD_KEYPTR(hh, parts->known, known->key, key.length, known);
  if (!known->hh.tbl) { // no memory for the table
    free(known);
    return NULL;
  }
  return known;
}

void tracemarkListedPartsPut(TracemarkListedParts *parts, MlirStringRef key,
                             const TracemarkListedPart *part,
                             const char *file) {
  Known *known;
  pthread_mutex_lock(&parts->lock);
  HASH_FIND(hh, parts->known, key.data, key.length, known);
  if (!known && file)
    known = add(parts, key);
  if (known) {
    known->part = *part;
    if (file) {
      free(known->file);
      known->file = tracemarkTextCopy(file, strlen(file));
    }
    if (!known->file)
      forget(parts, known);
  }
  pthread_mutex_unlock(&parts->lock);
}
