/* replaced by the first pass that lands */ typedef int tracemarkNothing;
