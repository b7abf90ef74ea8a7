// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.engine;

import io.millrace.api.Tuple;
import io.millrace.runtime.codec.CodecException;
import io.millrace.runtime.codec.ValuesCodec;
import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.HashMap;
import java.util.Map;

/**
 * The worker's side of the protocol of {@link EngineFrameDescriptor}, on one connection. Its methods throw an
 * {@link EngineDeath} when the engine breaks the rules, and an {@link IOException} when the connection ends. Confined
 * to the engine's thread.
 */
final class EngineSession {

    private record Input(String component, String stream) {}

    private final EngineChannel channel;
    private final EngineLog log;
    private final SharedArea area;
    private final PayloadWriter writer;
    private final PayloadReader reader;
    private final Map<Input, Short> inputs = new HashMap<>();

    private boolean raw;
    private long lastId;

    EngineSession(EngineChannel channel, SharedArea area, ValuesCodec codec, EngineLog log) {
        this.channel = channel;
        this.log = log;
        this.area = area;
        this.writer = new PayloadWriter(codec, area, true);
        this.reader = new PayloadReader(codec, area);
    }

    /** Sends HELLO, and waits for the engine's HELLO. */
    void greet(Map<String, Object> hello) throws IOException, EngineDeath {
        ByteBuffer body = channel.begin(EngineFrameDescriptor.HELLO).putShort(EngineFrameDescriptor.VERSION);
        writer.values(body, new Object[] {hello});
        channel.send();
        byte type = receive();
        if (type != EngineFrameDescriptor.HELLO) {
            throw EngineChannel.garbage("a frame of type " + type + " before its HELLO");
        }
        channel.require(EngineFrameDescriptor.HELLO_FORM + 1);
        ByteBuffer in = channel.in();
        short version = in.getShort(in.position());
        byte form = in.get(in.position() + EngineFrameDescriptor.HELLO_FORM);
        if (version != EngineFrameDescriptor.VERSION) {
            throw new EngineDeath("it speaks version " + version + " of the protocol, and this worker version "
                    + EngineFrameDescriptor.VERSION + ": use the client of this release");
        }
        if (form != EngineFrameDescriptor.VALUES && form != EngineFrameDescriptor.RAW) {
            throw EngineChannel.garbage("an unknown form " + form + " of payloads");
        }
        raw = form == EngineFrameDescriptor.RAW;
    }

    /** Waits for the next frame that is not a line for the log. */
    private byte receive() throws IOException, EngineDeath {
        while (true) {
            byte type = channel.receive();
            if (type == EngineChannel.END) {
                throw new EOFException("it closed its connection");
            }
            if (type != EngineFrameDescriptor.LOG) {
                return type;
            }
            channel.require(EngineFrameDescriptor.LOG_TEXT);
            log.write(channel.in().get(channel.in().position()), channel.text(EngineFrameDescriptor.LOG_TEXT));
        }
    }

    /** Lets the engine process a message, see {@link Engine#process}. */
    void process(Tuple input, Emissions out) throws IOException, EngineDeath {
        long id = send(input);
        while (true) {
            byte type = receive();
            long number = channel.number(0);
            if (type == EngineFrameDescriptor.PING) {
                out.alive();
                continue;
            }
            if (number != id) {
                throw EngineChannel.garbage(
                        "a frame of type " + type + " for message " + number + " while it had message " + id);
            }
            switch (type) {
                case EngineFrameDescriptor.RESULT -> emit(id, out);
                case EngineFrameDescriptor.ACK -> {
                    return;
                }
                case EngineFrameDescriptor.FAIL ->
                    throw new MessageFailure(EngineLog.shown(channel.text(EngineFrameDescriptor.FAIL_TEXT)));
                default -> throw EngineChannel.garbage("a frame of the unknown type " + type);
            }
        }
    }

    private long send(Tuple input) throws IOException, EngineDeath {
        area.check();
        Object[] values = input.values().toArray();
        long id = lastId + 1;
        try {
            short number = number(input);
            ByteBuffer body =
                    channel.begin(EngineFrameDescriptor.MESSAGE).putLong(id).putShort(number);
            if (!raw) {
                writer.values(body, values);
            } else if (values.length == 1 && (values[0] instanceof byte[] || values[0] instanceof ByteBuffer)) {
                writer.raw(body, input.getBytes(0));
            } else {
                throw new MessageFailure("the engine takes raw messages, and this one has the fields "
                        + input.fields().names() + " instead of one byte array");
            }
        } catch (CodecException e) {
            throw new MessageFailure(e.getMessage(), e);
        }
        lastId = id;
        channel.send();
        return id;
    }

    /** Returns the number of a message's input, which is sent to the engine before the first message of the input. */
    private short number(Tuple input) throws IOException {
        Input key = new Input(input.sourceComponent(), input.sourceStream());
        Short known = inputs.get(key);
        if (known != null) {
            return known;
        }
        short number = (short) inputs.size();
        ByteBuffer body = channel.begin(EngineFrameDescriptor.INPUT).putShort(number);
        writer.values(
                body,
                new Object[] {key.component(), key.stream(), input.fields().names()});
        channel.send();
        inputs.put(key, number);
        return number;
    }

    private void emit(long id, Emissions out) throws IOException, EngineDeath {
        channel.require(EngineFrameDescriptor.RESULT_STREAM + 1);
        ByteBuffer in = channel.in();
        int nameAt = in.position() + EngineFrameDescriptor.RESULT_STREAM + 1;
        int length = in.get(nameAt - 1) & 0xFF;
        int payload = EngineFrameDescriptor.RESULT_STREAM + 1 + length;
        channel.require(payload);
        String stream = channel.text(nameAt, nameAt + length);
        boolean shared = reader.find(channel, payload);
        Object[] values = raw ? new Object[] {reader.raw()} : reader.values();
        if (shared) {
            channel.send(EngineFrameDescriptor.TAKEN, id);
        }
        try {
            out.emit(new Emission(stream, true, values, reader.length()));
        } catch (IllegalArgumentException e) {
            throw new EngineDeath(e.getMessage(), e);
        }
    }

    /** Waits for an answer of an engine that has no message. */
    void check() throws IOException, EngineDeath {
        long number = System.nanoTime();
        channel.send(EngineFrameDescriptor.PING, number);
        byte type = receive();
        if (type != EngineFrameDescriptor.PING || channel.number(0) != number) {
            throw EngineChannel.garbage("a frame of type " + type + " without a message");
        }
    }
}
