// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmarks.sweep;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;

/** Reads messages from a connection without waiting. */
final class SocketInlet implements Inlet {

    private static final int BUFFER_BYTES = 64 << 10;
    private static final int MOST_BYTES = 64 << 20;

    private final SocketChannel channel;

    /** What came and is not of the message that is being read; ready to be taken from. */
    private final ByteBuffer buffered = ByteBuffer.allocateDirect(BUFFER_BYTES).flip();

    /** The message that is being read; null between two. */
    private ByteBuffer message;

    SocketInlet(Path directory) {
        try {
            int port = Integer.parseInt(Files.readString(directory.resolve(SocketOutlet.PORT)));
            channel = SocketChannel.open(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
            channel.configureBlocking(false);
        } catch (IOException e) {
            throw new UncheckedIOException("cannot connect to the load generator", e);
        }
    }

    @Override
    public byte[] poll() {
        try {
            if (message == null && !begin() || !fill()) {
                return null;
            }
        } catch (IOException e) {
            throw new UncheckedIOException("cannot read from the load generator", e);
        }
        byte[] whole = message.array();
        message = null;
        return whole;
    }

    /** Begins the next message as soon as its head is there. */
    private boolean begin() throws IOException {
        while (buffered.remaining() < Message.HEAD_BYTES) {
            buffered.compact();
            int read = channel.read(buffered);
            buffered.flip();
            if (read <= 0) {
                return false;
            }
        }
        long length = Message.length(buffered);
        if (length < Message.LEAST_BYTES || length > MOST_BYTES) {
            throw new IOException(
                    "a message of " + length + " bytes: one has " + Message.LEAST_BYTES + " to " + MOST_BYTES);
        }
        message = ByteBuffer.allocate((int) length);
        return true;
    }

    /** Whether all of the message is there. */
    private boolean fill() throws IOException {
        int bytes = Math.min(buffered.remaining(), message.remaining());
        message.put(buffered.slice().limit(bytes));
        buffered.position(buffered.position() + bytes);
        while (message.hasRemaining()) {
            if (channel.read(message) <= 0) {
                return false;
            }
        }
        return true;
    }
}
