// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmarks.peers.flink;

import io.millrace.benchmarks.sweep.Source;
import java.nio.file.Path;
import org.apache.flink.api.connector.source.ReaderOutput;
import org.apache.flink.api.connector.source.SourceReader;
import org.apache.flink.api.connector.source.SourceReaderContext;

/** What the source task of the sweep is made of; it goes on where it was by itself. */
final class MessageSource extends PacedSource<byte[]> {

    private static final long serialVersionUID = 1L;

    private final String directory;

    MessageSource(String directory) {
        this.directory = directory;
    }

    @Override
    public SourceReader<byte[], Position> createReader(SourceReaderContext context) {
        return new Reader(context.getIndexOfSubtask(), new Source(Path.of(directory)));
    }

    private static final class Reader extends PacedReader<byte[]> {

        private final Source source;

        Reader(int index, Source source) {
            super(index);
            this.source = source;
        }

        @Override
        boolean emitDue(ReaderOutput<byte[]> out) {
            long now = System.nanoTime();
            byte[] message = source.next(now);
            if (message == null) {
                return false;
            }
            out.collect(message);
            // Flink blocks while there is no room
            source.emitted(System.nanoTime());
            return true;
        }

        @Override
        long position() {
            return 0;
        }

        @Override
        void restore(long position) {
            // The board has it
        }
    }
}
