package io.millrace.runtime.engine;

import io.millrace.api.Tuple;
import io.millrace.runtime.codec.CodecException;
import io.millrace.runtime.codec.ValuesCodec;
import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.ServerSocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;

/** An engine that is a process: the worker's side of the protocol of {@link EngineFrameDescriptor}. */
final class ProcessEngine implements Engine {

    /** Starts the process of an engine, which tests replace. */
    interface Launcher {

        EngineProcess launch(Path directory, Path socket, Path memory) throws IOException;
    }

    /** So long an engine may take to end by itself, or to be seen as ended. */
    private static final long END_MILLIS = 1_000;

    /** How often the memory is looked at. */
    private static final long MEMORY_NANOS = 1_000_000_000L;

    private record Input(String component, String stream) {}

    private final EngineHome home;
    private final String name;
    private final Map<String, Object> hello;
    private final EngineSettings settings;
    private final ValuesCodec codec;
    private final EngineLog log;
    private final Launcher launcher;

    // Any thread

    private volatile String killed;
    private volatile ServerSocketChannel server;
    private volatile EngineChannel channel;

    /** Null in tests without a process, and before the start. */
    private volatile EngineProcess process;

    // The watch
    private long memoryAt;
    private long memory;

    // The engine's thread
    private Path directory;
    private boolean dead;
    private boolean raw;
    private PayloadWriter writer;
    private PayloadReader reader;
    private long lastId;
    private final Map<Input, Short> inputs = new HashMap<>();

    /** @param name of the engine's directory */
    ProcessEngine(
            EngineHome home,
            String name,
            Map<String, Object> hello,
            EngineSettings settings,
            ValuesCodec codec,
            EngineLog log,
            Launcher launcher) {
        this.home = home;
        this.name = name;
        this.hello = hello;
        this.settings = settings;
        this.codec = codec;
        this.log = log;
        this.launcher = launcher;
    }

    @Override
    public void start() throws EngineDeath {
        killed = null;
        dead = false;
        inputs.clear();
        try {
            directory = home.directory(name);
            Path file = directory.resolve("memory");
            SharedArea area = SharedArea.create(file, settings.largestPayload());
            writer = new PayloadWriter(codec, area, true);
            reader = new PayloadReader(codec, area);
            connect(directory.resolve("socket"), file);
            sendHello();
            receiveHello();
        } catch (IOException e) {
            throw death(e);
        } catch (EngineDeath e) {
            dead = true;
            throw e;
        }
    }

    private void connect(Path socket, Path file) throws IOException {
        try (ServerSocketChannel listening = ServerSocketChannel.open(StandardProtocolFamily.UNIX)) {
            server = listening;
            listening.bind(UnixDomainSocketAddress.of(socket));
            process = launcher.launch(directory, socket, file);
            if (process != null) {
                process.onExit(() -> close(listening));
            }
            channel = new EngineChannel(listening.accept());
        } finally {
            server = null;
        }
        if (killed != null) {
            channel.close();
        }
        Files.deleteIfExists(socket);
    }

    private void sendHello() throws IOException {
        ByteBuffer body = channel.begin(EngineFrameDescriptor.HELLO).putShort(EngineFrameDescriptor.VERSION);
        writer.values(body, new Object[] {hello});
        channel.send();
    }

    private void receiveHello() throws IOException, EngineDeath {
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
                throw death(null);
            }
            if (type != EngineFrameDescriptor.LOG) {
                return type;
            }
            channel.require(EngineFrameDescriptor.LOG_TEXT);
            log.write(channel.in().get(channel.in().position()), channel.text(EngineFrameDescriptor.LOG_TEXT));
        }
    }

    @Override
    public void process(Tuple input, Emissions out) throws EngineDeath {
        try {
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
                if (type == EngineFrameDescriptor.ACK) {
                    return;
                }
                if (type == EngineFrameDescriptor.FAIL) {
                    throw new MessageFailure(channel.text(EngineFrameDescriptor.FAIL_TEXT));
                }
                if (type != EngineFrameDescriptor.RESULT) {
                    throw EngineChannel.garbage("a frame of the unknown type " + type);
                }
                emit(id, out);
            }
        } catch (IOException e) {
            throw death(e);
        } catch (EngineDeath e) {
            dead = true;
            throw e;
        } catch (InternalError e) {
            // Access to a file that has become shorter
            throw death(new IOException("it has changed the size of its shared memory", e));
        }
    }

    private long send(Tuple input) throws IOException {
        Object[] values = input.values().toArray();
        long id = lastId + 1;
        try {
            short number = number(input);
            ByteBuffer body =
                    channel.begin(EngineFrameDescriptor.MESSAGE).putLong(id).putShort(number);
            if (!raw) {
                writer.values(body, values);
            } else if (values.length == 1 && values[0] instanceof byte[] bytes) {
                writer.raw(body, bytes);
            } else {
                throw new MessageFailure("the engine takes raw messages, and this one has the fields "
                        + input.fields() + " instead of one byte array");
            }
        } catch (CodecException e) {
            throw new MessageFailure(e.getMessage(), e);
        }
        lastId = id;
        channel.send();
        return id;
    }

    /** Returns the number of a message's input, which the engine is told before its first message. */
    private short number(Tuple input) throws IOException {
        Input key = new Input(input.sourceComponent(), input.sourceStream());
        Short known = inputs.get(key);
        if (known != null) {
            return known;
        }
        short number = (short) inputs.size();
        ByteBuffer body = channel.begin(EngineFrameDescriptor.INPUT).putShort(number);
        writer.values(body, new Object[] {key.component(), key.stream(), input.fields().names()});
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
            out.emit(new Emission(stream, true, values));
        } catch (IllegalArgumentException e) {
            throw new EngineDeath(e.getMessage(), e);
        }
    }

    @Override
    public void check() throws EngineDeath {
        long number = System.nanoTime();
        try {
            channel.send(EngineFrameDescriptor.PING, number);
            byte type = receive();
            if (type != EngineFrameDescriptor.PING || channel.number(0) != number) {
                throw EngineChannel.garbage("a frame of type " + type + " without a message");
            }
        } catch (IOException e) {
            throw death(e);
        } catch (EngineDeath e) {
            dead = true;
            throw e;
        }
    }

    /** Returns why the connection has ended. */
    private EngineDeath death(IOException cause) {
        dead = true;
        if (killed != null) {
            return new EngineDeath(killed);
        }
        String ended = process == null ? null : process.ended(END_MILLIS);
        if (ended != null) {
            return new EngineDeath(ended);
        }
        return new EngineDeath(
                cause == null || process == null && channel != null ? "it closed its connection" : cause.toString(), cause);
    }

    @Override
    public boolean kill(String reason) {
        if (killed == null) {
            killed = reason;
        }
        EngineProcess running = process;
        if (running != null) {
            running.destroy();
        }
        close(server);
        close(channel);
        return true;
    }

    private static void close(AutoCloseable open) {
        try {
            if (open != null) {
                open.close();
            }
        } catch (Exception e) {
            // It is closed in any case
        }
    }

    @Override
    public void end() {
        close(channel);
        EngineProcess ending = process;
        if (ending != null) {
            if (killed == null && !dead) {
                // It sees the end of the connection
                ending.ended(END_MILLIS);
            }
            ending.end();
        }
        process = null;
        channel = null;
        try {
            if (directory != null) {
                EngineHome.remove(directory);
            }
        } catch (IOException e) {
            log.write(2, "its directory " + directory + " is not removed: " + e);
        }
    }

    @Override
    public long memoryBytes() {
        EngineProcess running = process;
        if (running == null) {
            return 0;
        }
        long now = System.nanoTime();
        if (memoryAt == 0 || now - memoryAt >= MEMORY_NANOS) {
            memoryAt = now;
            memory = ProcessTree.memoryBytes(running.pid());
        }
        return memory;
    }
}
