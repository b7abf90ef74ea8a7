// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmarks.peers.flink;

import org.apache.flink.api.connector.source.Boundedness;
import org.apache.flink.api.connector.source.Source;
import org.apache.flink.api.connector.source.SplitEnumerator;
import org.apache.flink.api.connector.source.SplitEnumeratorContext;
import org.apache.flink.core.io.SimpleVersionedSerializer;

/** What source tasks are made of that know by themselves what to emit: there are no splits to hand out. */
abstract class PacedSource<T> implements Source<T, Position, Void> {

    private static final long serialVersionUID = 1L;

    @Override
    public final Boundedness getBoundedness() {
        return Boundedness.CONTINUOUS_UNBOUNDED;
    }

    @Override
    public final SplitEnumerator<Position, Void> createEnumerator(SplitEnumeratorContext<Position> context) {
        return new Position.Enumerator();
    }

    @Override
    public final SplitEnumerator<Position, Void> restoreEnumerator(
            SplitEnumeratorContext<Position> context, Void checkpoint) {
        return new Position.Enumerator();
    }

    @Override
    public final SimpleVersionedSerializer<Position> getSplitSerializer() {
        return new Position.Serializer();
    }

    @Override
    public final SimpleVersionedSerializer<Void> getEnumeratorCheckpointSerializer() {
        return new Position.NothingSerializer();
    }
}
