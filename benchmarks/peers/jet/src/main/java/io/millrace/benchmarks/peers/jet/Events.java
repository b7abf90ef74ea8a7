// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmarks.peers.jet;

import com.hazelcast.jet.Traverser;
import com.hazelcast.jet.core.AbstractProcessor;
import com.hazelcast.jet.core.BroadcastKey;
import com.hazelcast.jet.core.EventTimeMapper;
import com.hazelcast.jet.core.EventTimePolicy;
import com.hazelcast.jet.core.Processor;
import com.hazelcast.jet.datamodel.Tuple3;
import io.millrace.benchmarks.windows.EventSequence;
import io.millrace.benchmarks.windows.EventSource;

/**
 * Emits the events of windows that are due, with Jet's watermarks, as long as there is room, and gives the thread back.
 */
final class Events extends AbstractProcessor {

    private final String job;
    private final String directory;
    private final EventTimeMapper<Tuple3<Long, Long, Long>> times;
    private int index;
    private EventSource source;
    private EventSequence sequence;

    /** An event and the watermark before it; null if all is emitted. */
    private Traverser<Object> pending;

    Events(String job, String directory, EventTimePolicy<Tuple3<Long, Long, Long>> time) {
        this.job = job;
        this.directory = directory;
        this.times = new EventTimeMapper<>(time);
    }

    @Override
    protected void init(Processor.Context context) {
        index = context.globalProcessorIndex();
        source = new EventSource(job, directory, index);
        sequence = source.sequence();
        times.addPartitions(1);
    }

    @Override
    public boolean complete() {
        while (pending != null || due()) {
            if (!emitFromTraverser(pending)) {
                return false;
            }
            pending = null;
        }
        return false;
    }

    @Override
    public boolean saveToSnapshot() {
        // What is pending counts as emitted, so it goes first
        if (pending != null && !emitFromTraverser(pending)) {
            return false;
        }
        pending = null;
        return tryEmitToSnapshot(BroadcastKey.broadcastKey(index), source.position());
    }

    @Override
    protected void restoreFromSnapshot(Object key, Object position) {
        if (((BroadcastKey<?>) key).key().equals(index)) {
            source.restore((Long) position);
        }
    }

    private boolean due() {
        long event = source.next(System.nanoTime());
        if (event == EventSource.NONE) {
            return false;
        }
        pending = times.flatMapEvent(
                Tuple3.tuple3(sequence.key(event), sequence.millis(event), sequence.value(event)),
                0,
                EventTimeMapper.NO_NATIVE_TIME);
        source.emitted();
        return true;
    }
}
