// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmarks.peers.flink;

import io.millrace.benchmarks.macro.Pace;
import io.millrace.benchmarks.macro.Workload;
import java.nio.file.Path;
import java.util.function.Supplier;
import org.apache.flink.api.connector.source.ReaderOutput;
import org.apache.flink.api.java.tuple.Tuple2;

/** One source task. */
final class DueReader<P> extends PacedReader<Tuple2<P, Long>> {

    private final Pace pace;
    private final Supplier<P> payloads;

    DueReader(String workload, String directory, int index, Supplier<P> payloads) {
        super(index);
        this.payloads = payloads;
        this.pace = new Pace(Workload.decode(workload), Path.of(directory), index);
    }

    @Override
    boolean emitDue(ReaderOutput<Tuple2<P, Long>> out) {
        long due = pace.next(System.nanoTime());
        if (due == Long.MAX_VALUE) {
            return false;
        }
        out.collect(Tuple2.of(payloads.get(), due));
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
