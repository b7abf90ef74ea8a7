// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmarks.peers.jet;

import com.hazelcast.jet.core.AbstractProcessor;
import com.hazelcast.jet.core.BroadcastKey;
import com.hazelcast.jet.core.Processor;
import com.hazelcast.jet.datamodel.Tuple2;
import io.millrace.benchmarks.macro.Input;
import io.millrace.benchmarks.macro.Workload;
import java.nio.file.Path;

/** Emits what is due, as long as there is room, and gives the thread back: when to look again is Jet's to choose. */
final class Source extends AbstractProcessor {

    private final Workload workload;
    private final Path directory;
    private int index;
    private Input input;
    private Object pending;

    Source(String workload, String directory) {
        this.workload = Workload.decode(workload);
        this.directory = Path.of(directory);
    }

    @Override
    protected void init(Processor.Context context) {
        index = context.globalProcessorIndex();
        input = Input.open(workload, directory, index);
    }

    @Override
    public boolean complete() {
        while (pending != null || due()) {
            if (!tryEmit(pending)) {
                return false;
            }
            pending = null;
        }
        return false;
    }

    @Override
    public boolean saveToSnapshot() {
        // What is pending counts as emitted, so it goes first
        if (pending != null && !tryEmit(pending)) {
            return false;
        }
        pending = null;
        return tryEmitToSnapshot(BroadcastKey.broadcastKey(index), input.position());
    }

    @Override
    protected void restoreFromSnapshot(Object key, Object position) {
        if (((BroadcastKey<?>) key).key().equals(index)) {
            input.restore((Long) position);
        }
    }

    private boolean due() {
        if (!input.next()) {
            return false;
        }
        pending = Tuple2.tuple2(input.payload(), input.dueNanos());
        return true;
    }
}
