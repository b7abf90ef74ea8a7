// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmarks.peers.flink;

import java.nio.ByteBuffer;
import java.util.List;
import org.apache.flink.api.connector.source.SourceSplit;
import org.apache.flink.api.connector.source.SplitEnumerator;
import org.apache.flink.core.io.SimpleVersionedSerializer;

/**
 * A split is what Flink's sources are assigned, and remember. None is assigned here, as each reader knows by itself
 * what to emit; with checkpoints it remembers how many it has emitted.
 */
record Position(int reader, long emitted) implements SourceSplit {

    @Override
    public String splitId() {
        return Integer.toString(reader);
    }

    /** Assigns nothing. */
    static final class Enumerator implements SplitEnumerator<Position, Void> {

        @Override
        public void start() {}

        @Override
        public void handleSplitRequest(int subtask, String requesterHostname) {}

        @Override
        public void addSplitsBack(List<Position> splits, int subtask) {}

        @Override
        public void addReader(int subtask) {}

        @Override
        public Void snapshotState(long checkpoint) {
            return null;
        }

        @Override
        public void close() {}
    }

    /** The serializer of positions. */
    static final class Serializer implements SimpleVersionedSerializer<Position> {

        @Override
        public int getVersion() {
            return 1;
        }

        @Override
        public byte[] serialize(Position position) {
            return ByteBuffer.allocate(Integer.BYTES + Long.BYTES)
                    .putInt(position.reader)
                    .putLong(position.emitted)
                    .array();
        }

        @Override
        public Position deserialize(int version, byte[] serialized) {
            ByteBuffer buffer = ByteBuffer.wrap(serialized);
            return new Position(buffer.getInt(), buffer.getLong());
        }
    }

    /** The serializer of the enumerator, which has nothing to remember. */
    static final class NothingSerializer implements SimpleVersionedSerializer<Void> {

        @Override
        public int getVersion() {
            return 1;
        }

        @Override
        public byte[] serialize(Void nothing) {
            return new byte[0];
        }

        @Override
        public Void deserialize(int version, byte[] nothing) {
            return null;
        }
    }
}
