// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmarks.peers.flink;

import io.millrace.benchmarks.macro.Input;
import io.millrace.benchmarks.macro.Workload;
import java.nio.file.Path;
import org.apache.flink.api.connector.source.ReaderOutput;
import org.apache.flink.api.java.tuple.Tuple2;

/** One source task. */
final class DueReader<P> extends PacedReader<Tuple2<P, Long>> {

    private final Input input;

    DueReader(String encoded, String directory, int index) {
        super(index);
        this.input = Input.open(Workload.decode(encoded), Path.of(directory), index);
    }

    @Override
    @SuppressWarnings("unchecked")
    boolean emitDue(ReaderOutput<Tuple2<P, Long>> out) {
        if (!input.next()) {
            return false;
        }
        out.collect(Tuple2.of((P) input.payload(), input.dueNanos()));
        return true;
    }

    @Override
    long position() {
        return input.position();
    }

    @Override
    void restore(long position) {
        input.restore(position);
    }
}
