// Stands where the CUDA or ROCm wrappers of MLIR's runtime would be. A program that is linked to it runs without a GPU:
// each module that it loads becomes a file `module<N>`, each kernel that it launches a line on stdout. Nothing computes.
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int modules;

void *mgpuModuleLoad(const void *data, size_t size) {
  char name[32];
  snprintf(name, sizeof(name), "module%d", modules++);
  FILE *file = fopen(name, "wb");
  if (!file || fwrite(data, 1, size, file) != size || fclose(file))
    abort();
  return (void *)data;
}

void *mgpuModuleLoadJIT(const void *data, int level) {
  (void)level;
  return mgpuModuleLoad(data, strlen(data));
}

void mgpuModuleUnload(void *module) { (void)module; }

void *mgpuModuleGetFunction(void *module, const char *name) {
  (void)module;
  return strdup(name);
}

void mgpuLaunchKernel(void *kernel, intptr_t gx, intptr_t gy, intptr_t gz, intptr_t bx, intptr_t by, intptr_t bz,
                      int32_t shared, void *stream, void **arguments, void **extra, size_t count) {
  (void)shared, (void)stream, (void)arguments, (void)extra, (void)count;
  printf("%s %ld %ld\n", (const char *)kernel, (long)(gx * gy * gz), (long)(bx * by * bz));
  free(kernel);
}

void *mgpuMemAlloc(uint64_t size, void *stream, _Bool shared) {
  (void)stream, (void)shared;
  return malloc(size);
}

void *mgpuStreamCreate(void) { return &modules; }
void mgpuStreamSynchronize(void *stream) { (void)stream; }
void mgpuStreamDestroy(void *stream) { (void)stream; }
