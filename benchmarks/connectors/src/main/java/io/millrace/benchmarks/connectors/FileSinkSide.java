// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmarks.connectors;

import io.millrace.api.Bolt;
import io.millrace.connectors.files.FileSink;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;

/**
 * Lines of files, which appear under their names when they are durable. Both sides have a reader that takes visible
 * files away.
 */
final class FileSinkSide implements SinkSide {

    /** The size of the connector's buffer. */
    private static final int BUFFER_BYTES = 64 << 10;

    private final Job job;
    private final Path directory;
    private final TakenFiles taken;

    FileSinkSide(Job job) {
        this.job = job;
        directory = Path.of(job.place());
        taken = new TakenFiles(directory);
    }

    @Override
    public Bolt connector() {
        return new WatchedSink<>(FileSink.lines(job.place()).format(input -> input.getString(2)));
    }

    @Override
    public void writeBare(Commits commits) throws IOException {
        Messages messages = new Messages(job.bytes());
        Rounds rounds = new Rounds(job);
        ByteBuffer buffer = ByteBuffer.allocate(BUFFER_BYTES);
        long count = 0;
        for (int file = 0; !commits.isOver(); file++) {
            Path hidden = directory.resolve(".bare-" + file + ".tmp");
            try (FileChannel channel =
                    FileChannel.open(hidden, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE)) {
                do {
                    byte[] line = messages.text(count++).getBytes(StandardCharsets.UTF_8);
                    if (buffer.remaining() <= line.length) {
                        write(channel, buffer);
                    }
                    buffer.put(line).put((byte) '\n');
                } while (!rounds.isDue());
                write(channel, buffer);
                channel.force(true);
            }
            forceDirectory();
            Files.move(hidden, directory.resolve("bare-" + file), StandardCopyOption.ATOMIC_MOVE);
            forceDirectory();
            commits.add(count);
        }
    }

    private static void write(FileChannel channel, ByteBuffer buffer) throws IOException {
        buffer.flip();
        while (buffer.hasRemaining()) {
            channel.write(buffer);
        }
        buffer.clear();
    }

    private void forceDirectory() throws IOException {
        try (FileChannel channel = FileChannel.open(directory, StandardOpenOption.READ)) {
            channel.force(true);
        }
    }

    @Override
    public long visible(int commits) throws IOException {
        return taken.all() / (job.bytes() + 1);
    }

    @Override
    public void close() {
        taken.close();
    }
}
