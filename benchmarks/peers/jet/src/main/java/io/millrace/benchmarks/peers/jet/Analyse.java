// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmarks.peers.jet;

import com.hazelcast.jet.core.AbstractProcessor;
import com.hazelcast.jet.core.Processor;
import io.millrace.benchmarks.sweep.Worker;
import java.nio.file.Path;

/** An engine of the sweep, on a thread of its own. */
final class Analyse extends AbstractProcessor {

    private final String directory;
    private Worker worker;

    Analyse(String directory) {
        this.directory = directory;
    }

    @Override
    public boolean isCooperative() {
        return false;
    }

    @Override
    protected void init(Processor.Context context) {
        worker = new Worker(Path.of(directory));
    }

    @Override
    protected boolean tryProcess(int ordinal, Object message) {
        worker.take((byte[]) message);
        return true;
    }
}
