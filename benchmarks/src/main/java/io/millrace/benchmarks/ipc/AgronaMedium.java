// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmarks.ipc;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.MappedByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.function.Function;
import org.agrona.DirectBuffer;
import org.agrona.concurrent.AtomicBuffer;
import org.agrona.concurrent.BackoffIdleStrategy;
import org.agrona.concurrent.BusySpinIdleStrategy;
import org.agrona.concurrent.IdleStrategy;
import org.agrona.concurrent.MessageHandler;
import org.agrona.concurrent.UnsafeBuffer;
import org.agrona.concurrent.ringbuffer.ManyToOneRingBuffer;
import org.agrona.concurrent.ringbuffer.OneToOneRingBuffer;
import org.agrona.concurrent.ringbuffer.RingBuffer;
import org.agrona.concurrent.ringbuffer.RingBufferDescriptor;

/** A ring of Agrona's in a mapped file of the same directory and size as the OSRBuffer's. */
final class AgronaMedium implements Medium {
    private static final int POLL_LIMIT = 256;
    private static final int PAGE = 4096;
    private static final String FILE = "agrona";

    private final boolean backoff;
    private final Function<AtomicBuffer, RingBuffer> rings;

    private AgronaMedium(boolean backoff, Function<AtomicBuffer, RingBuffer> rings) {
        this.backoff = backoff;
        this.rings = rings;
    }

    static AgronaMedium manyToOne(boolean backoff) {
        return new AgronaMedium(backoff, ManyToOneRingBuffer::new);
    }

    static AgronaMedium oneToOne() {
        return new AgronaMedium(false, OneToOneRingBuffer::new);
    }

    static IdleStrategy idle(boolean backoff) {
        return backoff ? new BackoffIdleStrategy() : new BusySpinIdleStrategy();
    }

    /** Adds up a message's pattern, and hands the message over. */
    static void handOver(Medium.Sink sink, DirectBuffer buffer, int offset, int length) {
        long sum = 0;
        for (int at = offset + Message.HEAD, end = offset + length; at < end; at += Long.BYTES) {
            sum += buffer.getLong(at);
        }
        long stamp = buffer.getLong(offset + Message.STAMP);
        sink.onMessage(stamp, buffer.getLong(offset + Message.NUMBER), sum, length);
    }

    static void write(AtomicBuffer buffer, int offset, int length, long stamp, long number) {
        buffer.putLong(offset + Message.STAMP, stamp);
        buffer.putLong(offset + Message.NUMBER, number);
        for (int at = offset + Message.HEAD, end = offset + length; at < end; at += Long.BYTES) {
            buffer.putLong(at, Message.PATTERN);
        }
    }

    private static UnsafeBuffer map(Path file) throws IOException {
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
            MappedByteBuffer memory = channel.map(FileChannel.MapMode.READ_WRITE, 0, channel.size());
            return new UnsafeBuffer(memory);
        }
    }

    /** Makes the memory of a ring; its file is found when all its bytes are there. */
    static UnsafeBuffer create(Path directory, int capacity) throws IOException {
        Path unpublished = directory.resolve(FILE + ".new");
        try (FileChannel channel =
                FileChannel.open(unpublished, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE)) {
            ByteBuffer zeros = ByteBuffer.allocateDirect(PAGE);
            int size = capacity + RingBufferDescriptor.TRAILER_LENGTH;
            for (int written = 0; written < size; ) {
                zeros.clear().limit(Math.min(PAGE, size - written));
                written += channel.write(zeros);
            }
        }
        return map(Files.move(unpublished, directory.resolve(FILE), StandardCopyOption.ATOMIC_MOVE));
    }

    @Override
    public Receiver receiver(Path directory, int length, Sink sink) throws IOException {
        RingBuffer ring = rings.apply(create(directory, Message.capacityFor(length)));
        MessageHandler handler = (type, buffer, offset, bytes) -> handOver(sink, buffer, offset, bytes);
        IdleStrategy idle = idle(backoff);
        return new Receiver() {
            @Override
            public int poll() {
                return ring.read(handler, POLL_LIMIT);
            }

            @Override
            public void receive(Recorder recorder) {
                while (!recorder.isDone()) {
                    idle.idle(poll());
                }
            }

            @Override
            public void close() {}
        };
    }

    @Override
    public Sender sender(Path directory, int length) throws IOException {
        RingBuffer ring = rings.apply(map(directory.resolve(FILE)));
        AtomicBuffer buffer = ring.buffer();
        UnsafeBuffer template = new UnsafeBuffer(Message.template(length));
        return new Sender() {
            @Override
            public boolean send(long stamp, long number) {
                int at = ring.tryClaim(1, length);
                if (at < 0) {
                    return false;
                }
                if (length <= Message.MAX_IN_PLACE) {
                    write(buffer, at, length, stamp, number);
                } else {
                    template.putLong(Message.STAMP, stamp);
                    template.putLong(Message.NUMBER, number);
                    buffer.putBytes(at, template, 0, length);
                }
                ring.commit(at);
                return true;
            }

            @Override
            public void close() {}
        };
    }
}
