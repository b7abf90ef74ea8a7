// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.engine;

import io.millrace.runtime.codec.ValuesCodec;
import java.io.EOFException;
import java.io.IOException;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.SocketChannel;
import java.nio.file.Path;
import java.util.List;

/** The engine's side of a connection, on a thread of the test, which may break each rule of the protocol. */
final class FakeEngine implements AutoCloseable {

    /** The behaviour of the engine. */
    interface Script {

        void run(FakeEngine engine) throws Exception;
    }

    private final SocketChannel socket;
    private final EngineChannel channel;
    private final PayloadWriter writer;
    private final PayloadReader reader;
    private final SharedArea area;

    FakeEngine(Path path, Path memory) throws IOException {
        socket = SocketChannel.open(UnixDomainSocketAddress.of(path));
        channel = new EngineChannel(socket);
        area = SharedArea.open(memory);
        writer = new PayloadWriter(new ValuesCodec(List.of()), area, false);
        reader = new PayloadReader(new ValuesCodec(List.of()), area);
    }

    /** Returns a launcher of a script instead of a process. */
    static ProcessEngine.Launcher launching(Script script) {
        return (directory, path, memory) -> {
            Thread thread = new Thread(() -> {
                try (FakeEngine engine = new FakeEngine(path, memory)) {
                    script.run(engine);
                } catch (Exception e) {
                    // The worker has closed the connection
                }
            });
            thread.setDaemon(true);
            thread.start();
            return null;
        };
    }

    EngineChannel channel() {
        return channel;
    }

    SharedArea area() {
        return area;
    }

    byte receive() throws Exception {
        return channel.receive();
    }

    /** Reads the worker's HELLO, and answers it. */
    FakeEngine hello() throws Exception {
        return hello(EngineFrameDescriptor.VALUES);
    }

    FakeEngine hello(byte form) throws Exception {
        channel.receive();
        channel.begin(EngineFrameDescriptor.HELLO)
                .putShort(EngineFrameDescriptor.VERSION)
                .put(form);
        channel.send();
        return this;
    }

    /** Waits for the next message, and returns its id. */
    long message() throws Exception {
        byte type = channel.receive();
        while (type == EngineFrameDescriptor.INPUT) {
            type = channel.receive();
        }
        if (type != EngineFrameDescriptor.MESSAGE) {
            throw new EOFException("a frame of type " + type + " instead of a message");
        }
        return channel.number(0);
    }

    Object[] values() throws Exception {
        reader.find(channel, EngineFrameDescriptor.MESSAGE_PAYLOAD);
        return reader.values();
    }

    byte[] raw() throws Exception {
        reader.find(channel, EngineFrameDescriptor.MESSAGE_PAYLOAD);
        return reader.raw();
    }

    void result(long id, String stream, Object... values) throws Exception {
        if (offerResult(id, stream, values)) {
            channel.receive();
        }
    }

    /** Sends a result. Returns whether it is in the shared memory, so that TAKEN will come. */
    boolean offerResult(long id, String stream, Object... values) throws Exception {
        ByteBuffer body = channel.begin(EngineFrameDescriptor.RESULT)
                .putLong(id)
                .put((byte) stream.length())
                .put(stream.getBytes());
        boolean shared = writer.values(body, values);
        channel.send();
        return shared;
    }

    void rawResult(long id, byte[] bytes) throws Exception {
        ByteBuffer body = channel.begin(EngineFrameDescriptor.RESULT)
                .putLong(id)
                .put((byte) "default".length())
                .put("default".getBytes());
        boolean shared = writer.raw(body, bytes);
        channel.send();
        if (shared) {
            channel.receive();
        }
    }

    void send(byte type, long number) throws Exception {
        channel.send(type, number);
    }

    void text(byte type, byte[] head, String text) throws Exception {
        channel.begin(type).put(head).put(text.getBytes());
        channel.send();
    }

    /** Sends bytes that need not be a frame. */
    void bytes(byte... bytes) throws IOException {
        ByteBuffer all = ByteBuffer.wrap(bytes);
        while (all.hasRemaining()) {
            socket.write(all);
        }
    }

    /** Returns the bytes of a frame. */
    static byte[] frame(int length, byte type, byte... body) {
        return ByteBuffer.allocate(5 + body.length)
                .order(ByteOrder.LITTLE_ENDIAN)
                .putInt(length)
                .put(type)
                .put(body)
                .array();
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }
}
