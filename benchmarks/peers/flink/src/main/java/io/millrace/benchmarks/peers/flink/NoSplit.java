package io.millrace.benchmarks.peers.flink;

import java.util.List;
import org.apache.flink.api.connector.source.SourceSplit;
import org.apache.flink.api.connector.source.SplitEnumerator;
import org.apache.flink.core.io.SimpleVersionedSerializer;

/** A split is what Flink's sources are assigned; there is none of this one, and nothing to remember of it. */
abstract class NoSplit implements SourceSplit {

    /** Assigns nothing. */
    static final class Enumerator implements SplitEnumerator<NoSplit, Void> {

        @Override
        public void start() {}

        @Override
        public void handleSplitRequest(int subtask, String requesterHostname) {}

        @Override
        public void addSplitsBack(List<NoSplit> splits, int subtask) {}

        @Override
        public void addReader(int subtask) {}

        @Override
        public Void snapshotState(long checkpoint) {
            return null;
        }

        @Override
        public void close() {}
    }

    /** Of what never is. */
    static final class Serializer<T> implements SimpleVersionedSerializer<T> {

        @Override
        public int getVersion() {
            return 1;
        }

        @Override
        public byte[] serialize(T none) {
            return new byte[0];
        }

        @Override
        public T deserialize(int version, byte[] none) {
            return null;
        }
    }
}
