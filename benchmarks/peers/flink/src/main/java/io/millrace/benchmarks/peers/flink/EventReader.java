// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmarks.peers.flink;

import io.millrace.benchmarks.windows.EventSequence;
import io.millrace.benchmarks.windows.EventSource;
import org.apache.flink.api.connector.source.ReaderOutput;
import org.apache.flink.api.java.tuple.Tuple3;

/** One source task of windows. */
final class EventReader extends PacedReader<Tuple3<Long, Long, Long>> {

    private final EventSource source;
    private final EventSequence sequence;

    EventReader(String job, String directory, int index) {
        super(index);
        this.source = new EventSource(job, directory, index);
        this.sequence = source.sequence();
    }

    @Override
    boolean emitDue(ReaderOutput<Tuple3<Long, Long, Long>> out) {
        long event = source.next(System.nanoTime());
        if (event == EventSource.NONE) {
            return false;
        }
        out.collect(Tuple3.of(sequence.key(event), sequence.millis(event), sequence.value(event)));
        source.emitted();
        return true;
    }

    @Override
    long position() {
        return source.position();
    }

    @Override
    void restore(long position) {
        source.restore(position);
    }
}
