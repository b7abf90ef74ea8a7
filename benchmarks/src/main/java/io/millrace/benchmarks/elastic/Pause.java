// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmarks.elastic;

import io.millrace.api.BasicBolt;
import io.millrace.api.Emitter;
import io.millrace.api.OutputDeclarer;
import io.millrace.api.Tuple;
import java.util.concurrent.locks.LockSupport;

/** Takes a time for each message, without a core, and says which engine it is in. */
final class Pause implements BasicBolt {

    private static final long serialVersionUID = 1L;

    private final long nanos;

    Pause(long nanos) {
        this.nanos = nanos;
    }

    @Override
    public void declareOutputs(OutputDeclarer out) {
        out.declare("engine");
    }

    @Override
    public void execute(Tuple message, Emitter out) {
        long end = System.nanoTime() + nanos;
        for (long left = nanos; left > 0; left = end - System.nanoTime()) {
            LockSupport.parkNanos(left);
        }
        out.emit(ProcessHandle.current().pid() + " " + Thread.currentThread().getName());
    }
}
