// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.engine;

import io.millrace.api.Component;
import io.millrace.api.Fields;
import io.millrace.api.config.Config;
import io.millrace.api.config.TopologyKeys;
import io.millrace.api.template.Templates;
import io.millrace.runtime.codec.CodecException;
import io.millrace.runtime.codec.RegisteredClasses;
import io.millrace.runtime.codec.ValuesCodec;
import io.millrace.runtime.resources.TopologyClassLoader;
import io.millrace.runtime.tuple.DataTuple;
import io.millrace.runtime.tuple.RetainedMessage;
import io.millrace.runtime.tuple.StreamRef;
import java.io.IOException;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The engine's side of the protocol of {@link EngineFrameDescriptor}: runs a bolt in a JVM of its own. One thread. */
final class EngineServer implements AutoCloseable, Emissions {

    /** The length at which a sentence is cut. */
    private static final int LONGEST_SENTENCE = 4_096;

    private final EngineChannel channel;
    private final SharedArea area;
    private final Map<Short, StreamRef> inputs = new HashMap<>();

    private DeclaredStreams streams;
    private PayloadWriter writer;
    private PayloadReader reader;
    private BoltRunner runner;
    private boolean takesViews;
    private long message;

    private EngineServer(EngineChannel channel, SharedArea area) {
        this.channel = channel;
        this.area = area;
    }

    static EngineServer connect(Path socket, Path memory) throws IOException {
        return new EngineServer(
                new EngineChannel(SocketChannel.open(UnixDomainSocketAddress.of(socket))), SharedArea.open(memory));
    }

    /** Processes messages until the worker closes the connection. */
    void run() throws IOException, EngineDeath {
        receiveHello();
        for (byte type = channel.receive(); type != EngineChannel.END; type = channel.receive()) {
            switch (type) {
                case EngineFrameDescriptor.INPUT -> input();
                case EngineFrameDescriptor.MESSAGE -> message();
                case EngineFrameDescriptor.PING -> channel.send(EngineFrameDescriptor.PING, channel.number(0));
                default -> throw EngineChannel.garbage("a frame of the unknown type " + type);
            }
        }
        runner.close();
    }

    @SuppressWarnings("unchecked")
    private void receiveHello() throws IOException, EngineDeath {
        if (channel.receive() != EngineFrameDescriptor.HELLO) {
            throw EngineChannel.garbage("no HELLO");
        }
        PayloadReader first = new PayloadReader(new ValuesCodec(List.of()), area);
        first.find(channel, EngineFrameDescriptor.HELLO_PAYLOAD);
        Map<String, Object> hello = (Map<String, Object>) first.values()[0];
        TaskFacts facts = TaskFacts.of(hello);
        ClassLoader loader = loader((List<String>) hello.get("jars"));
        Config config = facts.settings();
        ValuesCodec codec =
                new ValuesCodec(RegisteredClasses.parse(config.get(TopologyKeys.SERIALIZED_CLASSES), loader));
        streams = new DeclaredStreams((Map<String, List<String>>) hello.get("streams"));
        takesViews = config.get(TopologyKeys.VIEWS);
        writer = new PayloadWriter(codec, area, false);
        reader = new PayloadReader(codec, area);
        Thread.currentThread().setContextClassLoader(loader);
        runner = new BoltRunner(Templates.read("bolt", (byte[]) hello.get("bolt"), Component.class, loader));
        runner.prepare(new EngineContext(facts, System::nanoTime));
        channel.begin(EngineFrameDescriptor.HELLO)
                .putShort(EngineFrameDescriptor.VERSION)
                .put(EngineFrameDescriptor.VALUES);
        channel.send();
    }

    private static ClassLoader loader(List<String> jars) {
        return jars.isEmpty()
                ? EngineServer.class.getClassLoader()
                : TopologyClassLoader.of(jars.stream().map(Path::of).toList());
    }

    @SuppressWarnings("unchecked")
    private void input() throws IOException, EngineDeath {
        short number = channel.in().getShort(channel.in().position());
        reader.find(channel, EngineFrameDescriptor.INPUT_PAYLOAD);
        Object[] values = reader.values();
        List<String> names = (List<String>) values[2];
        inputs.put(
                number,
                new StreamRef(
                        (String) values[0], 0, (String) values[1], Fields.of(names.toArray(String[]::new)), false));
    }

    private void message() throws IOException, EngineDeath {
        message = channel.number(0);
        StreamRef stream =
                inputs.get(channel.in().getShort(channel.in().position() + EngineFrameDescriptor.MESSAGE_INPUT));
        boolean shared = reader.find(channel, EngineFrameDescriptor.MESSAGE_PAYLOAD);
        DataTuple input = shared && takesViews ? viewed(stream) : tuple(stream, reader.values());
        input.bytes(reader.length());
        try {
            run(input);
            channel.send(EngineFrameDescriptor.ACK, message);
        } catch (MessageFailure e) {
            fail(e.getMessage());
        }
    }

    private static DataTuple tuple(StreamRef stream, Object[] values) {
        return new DataTuple(stream, 0, 0, DataTuple.UNKNOWN_TIME, values);
    }

    /** Returns the message with views of its long values in the shared memory. */
    private DataTuple viewed(StreamRef stream) throws EngineDeath {
        RetainedMessage held = new RetainedMessage(area.memory());
        DataTuple input = tuple(stream, reader.values(held));
        if (!held.isEmpty()) {
            input.holdsViews();
        }
        return input;
    }

    private void run(DataTuple input) {
        try {
            runner.run(input, this);
        } finally {
            // The bytes must be copied before the worker writes its next message there
            input.settle();
        }
    }

    private void fail(String sentence) throws IOException {
        String cut = sentence.substring(0, Math.min(LONGEST_SENTENCE, sentence.length()));
        channel.begin(EngineFrameDescriptor.FAIL).putLong(message).put(cut.getBytes(StandardCharsets.UTF_8));
        channel.send();
    }

    @Override
    public void emit(Emission emission) {
        String mistake = streams.mistake(emission.stream(), emission.values().length);
        if (mistake != null) {
            throw new IllegalArgumentException("the bolt " + mistake);
        }
        byte[] name = emission.stream().getBytes(StandardCharsets.UTF_8);
        ByteBuffer body = channel.begin(EngineFrameDescriptor.RESULT)
                .putLong(message)
                .put((byte) name.length)
                .put(name);
        try {
            boolean shared = writer.values(body, emission.values());
            channel.send();
            if (shared && channel.receive() != EngineFrameDescriptor.TAKEN) {
                throw new EngineStopped();
            }
        } catch (CodecException e) {
            throw new IllegalArgumentException(e.getMessage(), e);
        } catch (IOException | EngineDeath e) {
            throw new EngineStopped();
        }
    }

    @Override
    public void alive() {
        try {
            channel.send(EngineFrameDescriptor.PING, message);
        } catch (IOException e) {
            throw new EngineStopped();
        }
    }

    @Override
    public void close() throws IOException {
        area.close();
        channel.close();
    }
}
