//===- library.c - IREE's compiler, found at run time ---------------------===//

#include "lib/iree/library.h"

#include <dlfcn.h>
#include <glob.h>
#include <stdlib.h>
#include <unistd.h>

#include "lib/base/banned.h"

#define COMPILER "libIREECompiler.so"
#define IN_PYTHON                                                              \
  "lib/python3*/site-packages/iree/compiler/_mlir_libs/" COMPILER

enum { VERSION_MAJOR = 1, VERSION_MINOR = 4 };

//===----------------------------------------------------------------------===//
// Finding
//===----------------------------------------------------------------------===//

/// Replaces `path` by the first file that `<folder>/<pattern>` matches.
static bool findIn(const char *folder, size_t length, const char *pattern,
                   TracemarkStringBuffer *path) {
  TracemarkStringBuffer whole = {0};
  // A folder's own name may hold what glob takes for a pattern.
  for (size_t i = 0; i < length; ++i)
    tracemarkStringBufferAppendFormat(
        &whole, strchr("*?[\\", folder[i]) ? "\\%c" : "%c", folder[i]);
  tracemarkStringBufferAppendFormat(&whole, "/%s", pattern);
  glob_t found = {0};
  bool any = !whole.failed && glob(whole.data, 0, NULL, &found) == 0 &&
             found.gl_pathc > 0;
  if (any) {
    tracemarkStringBufferTruncate(path, 0);
    tracemarkStringBufferAppendText(path, found.gl_pathv[0]);
  }
  globfree(&found);
  tracemarkStringBufferDestroy(&whole);
  return any;
}

static bool findInEnvironment(const char *variable,
                              TracemarkStringBuffer *path) {
  const char *folder = getenv(variable);
  return folder && *folder && findIn(folder, strlen(folder), IN_PYTHON, path);
}

/// Beside the `iree-compile` that a shell would run.
static bool findOnPath(TracemarkStringBuffer *path) {
  const char *folders = getenv("PATH");
  while (folders && *folders) {
    size_t length = strcspn(folders, ":");
    TracemarkStringBuffer program = {0};
    tracemarkStringBufferAppendFormat(&program, "%.*s/iree-compile",
                                      (int)length, folders);
    bool runs = !program.failed && access(program.data, X_OK) == 0;
    tracemarkStringBufferDestroy(&program);
    if (runs)
      return findIn(folders, length, COMPILER, path) ||
             findIn(folders, length, "../lib/" COMPILER, path) ||
             findIn(folders, length, "../" IN_PYTHON, path);
    folders += length + (folders[length] == ':');
  }
  return false;
}

static bool findCompiler(const char *given, TracemarkStringBuffer *path) {
  if (!given)
    given = getenv("TRACEMARK_IREE_COMPILER_LIBRARY");
  if (given && *given) {
    tracemarkStringBufferAppendText(path, given);
    return true;
  }
  return findInEnvironment("VIRTUAL_ENV", path) ||
         findInEnvironment("CONDA_PREFIX", path) || findOnPath(path);
}

/// `program` may be a bare name that the shell found on PATH, or a link.
static bool findOurs(const char *program, TracemarkStringBuffer *path) {
  char *whole = realpath("/proc/self/exe", NULL);
  const char *own = whole ? whole : program;
  const char *slash = strrchr(own, '/');
  size_t length = slash ? (size_t)(slash - own) : 0;
  bool found = findIn(own, length, "../lib/libTracemarkC.so", path) ||
               findIn(own, length, "../lib/*/libTracemarkC.so", path) ||
               findIn(own, length, "libTracemarkC.so", path);
  free(whole);
  return found;
}

//===----------------------------------------------------------------------===//
// Loading
//===----------------------------------------------------------------------===//

static bool resolve(void *handle, const char *path, const char *name,
                    void **function, TracemarkStringBuffer *error) {
  *function = dlsym(handle, name);
  if (!*function)
    tracemarkStringBufferAppendFormat(error, "'%s' has no function '%s'", path,
                                      name);
  return *function;
}

static bool checkVersion(int version, const char *path,
                         TracemarkStringBuffer *error) {
  int major = version >> 16, minor = version & 0xffff;
  if (major == VERSION_MAJOR && minor >= VERSION_MINOR)
    return true;
  tracemarkStringBufferAppendFormat(
      error,
      "'%s' is of version %d.%d of IREE's embedding API; expected %d.%d or a "
      "later %d.x",
      path, major, minor, VERSION_MAJOR, VERSION_MINOR, VERSION_MAJOR);
  return false;
}

static bool loadCompiler(const char *path, TracemarkIreeLibrary *library,
                         TracemarkStringBuffer *error) {
  void *handle = dlopen(path, RTLD_NOW | RTLD_GLOBAL);
  if (!handle) {
    tracemarkStringBufferAppendFormat(error, "cannot load IREE's compiler: %s",
                                      dlerror());
    return false;
  }
  const struct {
    const char *name;
    void **function;
  } functions[] = {
#define TRACEMARK_IREE_FUNCTION(result, name, parameters)                      \
  {#name, (void **)&library->name},
#define TRACEMARK_MLIR_FUNCTION TRACEMARK_IREE_FUNCTION
#include "lib/iree/api.def"
  };
  // The version comes first: with another one, more may be missing.
  for (size_t i = 0; i < TRACEMARK_COUNT_OF(functions); ++i)
    if (!resolve(handle, path, functions[i].name, functions[i].function,
                 error) ||
        (i == 0 &&
         !checkVersion(library->ireeCompilerGetAPIVersion(), path, error)))
      return false;
  return true;
}

static bool loadOurs(const char *path, TracemarkIreeLibrary *library,
                     TracemarkStringBuffer *error) {
  void *handle = dlopen(path, RTLD_NOW | RTLD_LOCAL);
  if (!handle) {
    tracemarkStringBufferAppendFormat(error, "cannot load the passes: %s",
                                      dlerror());
    return false;
  }
  return resolve(handle, path, "tracemarkCreatePass",
                 (void **)&library->tracemarkCreatePass, error);
}

bool tracemarkIreeLibraryLoad(const char *path, const char *program,
                              TracemarkIreeLibrary *library,
                              TracemarkStringBuffer *error) {
  TracemarkStringBuffer compiler = {0}, ours = {0};
  bool loaded = false;
  if (!findCompiler(path, &compiler))
    tracemarkStringBufferAppendText(
        error,
        "found no " COMPILER "; give --iree-compiler-library=FILE or set "
        "TRACEMARK_IREE_COMPILER_LIBRARY (the package "
        "iree-base-compiler has it)");
  else if (!findOurs(program, &ours))
    tracemarkStringBufferAppendFormat(
        error, "found no libTracemarkC.so beside '%s' or in ../lib", program);
  else
    loaded =
        loadCompiler(tracemarkStringBufferText(&compiler), library, error) &&
        loadOurs(ours.data, library, error);
  tracemarkStringBufferDestroy(&compiler);
  tracemarkStringBufferDestroy(&ours);
  return loaded;
}
