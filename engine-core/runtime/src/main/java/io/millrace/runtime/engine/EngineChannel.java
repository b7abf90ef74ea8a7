// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.engine;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;

/**
 * Writes and reads the frames of {@link EngineFrameDescriptor} on one connection. Confined to one thread, but for
 * {@link #close}, which ends the calls of that thread.
 */
final class EngineChannel implements AutoCloseable {

    /** The result of {@link #receive} at the end of the connection. */
    static final byte END = 0;

    private final SocketChannel socket;
    private final ByteBuffer out = buffer();
    private final ByteBuffer in = buffer();

    /** The end, in {@code in}, of the frame that was read last, where the next one begins. */
    private int frameEnd;

    EngineChannel(SocketChannel socket) {
        this.socket = socket;
        in.limit(0);
    }

    private static ByteBuffer buffer() {
        return ByteBuffer.allocateDirect(EngineFrameDescriptor.LENGTH_BYTES + EngineFrameDescriptor.MAX_LENGTH)
                .order(ByteOrder.LITTLE_ENDIAN);
    }

    // Sending

    /** Begins a frame. The bytes that are put behind the position of the buffer are its body. */
    ByteBuffer begin(byte type) {
        out.clear();
        out.put(EngineFrameDescriptor.TYPE_OFFSET, type);
        return out.position(EngineFrameDescriptor.BODY_OFFSET);
    }

    /** Sends the frame that was begun. */
    void send() throws IOException {
        out.putInt(EngineFrameDescriptor.LENGTH_OFFSET, out.position() - EngineFrameDescriptor.LENGTH_BYTES);
        out.flip();
        while (out.hasRemaining()) {
            socket.write(out);
        }
    }

    /** Sends a frame whose body is a number. */
    void send(byte type, long number) throws IOException {
        begin(type).putLong(number);
        send();
    }

    // Receiving

    /**
     * Waits for a frame, and returns its type, or {@link #END} if the other side has closed the connection between two
     * frames.
     *
     * @throws EngineDeath if the bytes are not a frame
     */
    byte receive() throws IOException, EngineDeath {
        in.position(frameEnd);
        if (!fill(EngineFrameDescriptor.BODY_OFFSET)) {
            return END;
        }
        int length = in.getInt(frameEnd);
        if (length < 1 || length > EngineFrameDescriptor.MAX_LENGTH) {
            throw garbage("a frame of " + (length & 0xFFFF_FFFFL) + " bytes, where 1 to "
                    + EngineFrameDescriptor.MAX_LENGTH + " are allowed");
        }
        fill(EngineFrameDescriptor.LENGTH_BYTES + length);
        int start = in.position();
        frameEnd = start + EngineFrameDescriptor.LENGTH_BYTES + length;
        in.position(start + EngineFrameDescriptor.BODY_OFFSET);
        return in.get(start + EngineFrameDescriptor.TYPE_OFFSET);
    }

    /** Reads until this number of bytes is behind the position. Returns false at the end of the connection. */
    private boolean fill(int bytes) throws IOException, EngineDeath {
        if (in.remaining() >= bytes) {
            return true;
        }
        in.compact();
        frameEnd = 0;
        while (in.position() < bytes) {
            if (socket.read(in) < 0) {
                if (in.position() == 0) {
                    in.limit(0);
                    return false;
                }
                throw garbage("a frame that is cut short");
            }
        }
        in.flip();
        return true;
    }

    /** Returns the buffer with the frame that was received; its position is the start of the body. */
    ByteBuffer in() {
        return in;
    }

    /** Returns the end of the frame that was received. */
    int end() {
        return frameEnd;
    }

    /** Checks that the frame has a body of at least this number of bytes. */
    void require(int bytes) throws EngineDeath {
        if (frameEnd - in.position() < bytes) {
            throw garbage("a frame with a body of " + (frameEnd - in.position()) + " bytes, where at least " + bytes
                    + " belong");
        }
    }

    /** Returns the number at an offset of the body. */
    long number(int offset) throws EngineDeath {
        require(offset + Long.BYTES);
        return in.getLong(in.position() + offset);
    }

    /** Returns a text from an offset of the body to its end. */
    String text(int offset) throws EngineDeath {
        require(offset);
        return text(in.position() + offset, frameEnd);
    }

    /** Returns the text between two indexes of {@link #in}. */
    String text(int from, int to) {
        byte[] bytes = new byte[to - from];
        in.get(from, bytes);
        return new String(bytes, StandardCharsets.UTF_8);
    }

    static EngineDeath garbage(String what) {
        return new EngineDeath("it sent " + what);
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }
}
