// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmarks.peers.flink;

import io.millrace.benchmarks.sweep.Worker;
import java.nio.file.Path;
import org.apache.flink.api.connector.sink2.Sink;
import org.apache.flink.api.connector.sink2.SinkWriter;
import org.apache.flink.api.connector.sink2.WriterInitContext;

/** The engines of the sweep. */
final class MessageSink implements Sink<byte[]> {

    private static final long serialVersionUID = 1L;

    private final String directory;

    MessageSink(String directory) {
        this.directory = directory;
    }

    @Override
    public SinkWriter<byte[]> createWriter(WriterInitContext context) {
        return new Writer(new Worker(Path.of(directory)));
    }

    /** Used by the sink's task. */
    private record Writer(Worker worker) implements SinkWriter<byte[]> {

        @Override
        public void write(byte[] message, Context context) {
            worker.take(message);
        }

        @Override
        public void flush(boolean endOfInput) {}

        @Override
        public void close() {}
    }
}
