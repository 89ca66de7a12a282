# icount.sh PLUGIN FILE
perf stat -e instructions:u -x, mlir-opt-22 $2 --load-pass-plugin=$1 --pass-pipeline='builtin.module(tracemark-name-dispatches)' -o /dev/null --mlir-disable-threading 2>&1 | grep instr | cut -d, -f1
