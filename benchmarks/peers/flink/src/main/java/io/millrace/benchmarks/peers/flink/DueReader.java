// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmarks.peers.flink;

import io.millrace.benchmarks.macro.Pace;
import io.millrace.benchmarks.macro.Payloads;
import io.millrace.benchmarks.macro.Workload;
import java.nio.file.Path;
import org.apache.flink.api.connector.source.ReaderOutput;
import org.apache.flink.api.java.tuple.Tuple2;

/** One source task. */
final class DueReader<P> extends PacedReader<Tuple2<P, Long>> {

    private final Workload workload;
    private final Pace pace;
    private final Payloads payloads;

    DueReader(String encoded, String directory, int index) {
        super(index);
        this.workload = Workload.decode(encoded);
        this.payloads = new Payloads(index);
        this.pace = new Pace(workload, Path.of(directory), index);
    }

    @Override
    @SuppressWarnings("unchecked")
    boolean emitDue(ReaderOutput<Tuple2<P, Long>> out) {
        long due = pace.next(System.nanoTime());
        if (due == Long.MAX_VALUE) {
            return false;
        }
        out.collect(Tuple2.of((P) payloads.of(workload.shape(), pace.position(), due), due));
        pace.emitted();
        return true;
    }

    @Override
    long position() {
        return pace.position();
    }

    @Override
    void restore(long position) {
        pace.restore(position);
    }
}
