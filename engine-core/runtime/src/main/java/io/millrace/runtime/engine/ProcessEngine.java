// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.engine;

import io.millrace.api.Tuple;
import io.millrace.ipc.liveness.PrivateDirectory;
import io.millrace.runtime.codec.ValuesCodec;
import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.ServerSocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/** An engine that is a process, with which an {@link EngineSession} communicates. */
final class ProcessEngine implements Engine {

    /** Starts the process of an engine, which tests replace. */
    interface Launcher {

        EngineProcess launch(Path directory, Path socket, Path memory) throws IOException;
    }

    private interface Exchange {

        void run() throws IOException, EngineDeath;
    }

    /** The time that an engine may take to end by itself, or to be seen as ended. */
    private static final long END_MILLIS = 1_000;

    private static final long LAST_FRAMES_MILLIS = 200;

    /** The interval in which the memory is measured. */
    private static final long MEMORY_NANOS = 1_000_000_000L;

    private final EngineDirectory directories;
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

    /** The process; null in tests without a process, and before the start. */
    private volatile EngineProcess process;

    // The watch's thread: the process whose memory was measured last, and the measurement
    private EngineProcess measured;
    private long memoryAt;
    private long memory;

    // The engine's thread
    private Path directory;
    private SharedArea area;
    private EngineSession session;
    private boolean dead;

    /** @param name name of the engine's directory */
    ProcessEngine(
            EngineDirectory directories,
            String name,
            Map<String, Object> hello,
            EngineSettings settings,
            ValuesCodec codec,
            EngineLog log,
            Launcher launcher) {
        this.directories = directories;
        this.name = name;
        this.hello = hello;
        this.settings = settings;
        this.codec = codec;
        this.log = log;
        this.launcher = launcher;
    }

    @Override
    public void start() throws EngineDeath {
        dead = false;
        exchange(() -> {
            directory = directories.directory(name);
            Path file = directory.resolve("memory");
            area = SharedArea.create(file, settings.largestPayload());
            connect(directory.resolve("socket"), file);
            session = new EngineSession(channel, area, codec, log);
            session.greet(hello);
        });
    }

    private void connect(Path socket, Path file) throws IOException, EngineDeath {
        try (ServerSocketChannel listening = ServerSocketChannel.open(StandardProtocolFamily.UNIX)) {
            server = listening;
            if (killed != null) {
                // The kill came before there was a socket to close
                throw new EngineDeath(killed);
            }
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
        if (process != null) {
            closeAfter(process, channel);
            Thread waiting = Thread.currentThread();
            process.onExit(() -> LockSupport.unpark(waiting));
        }
        Files.deleteIfExists(socket);
    }

    /**
     * Closes the connection when the process has ended, as children that it has forked hold it too. The last bytes of
     * the process are read first.
     */
    private static void closeAfter(EngineProcess ending, EngineChannel connection) {
        Executor later = CompletableFuture.delayedExecutor(LAST_FRAMES_MILLIS, TimeUnit.MILLISECONDS);
        ending.onExit(() -> later.execute(() -> close(connection)));
    }

    @Override
    public void process(Tuple input, Emissions out) throws EngineDeath {
        exchange(() -> session.process(input, out));
    }

    @Override
    public boolean isAlive() {
        EngineProcess running = process;
        return killed == null && (running == null || running.isAlive());
    }

    @Override
    public void check() throws EngineDeath {
        exchange(() -> session.check());
    }

    private void exchange(Exchange exchange) throws EngineDeath {
        try {
            exchange.run();
        } catch (EngineDeath e) {
            dead = true;
            throw e;
        } catch (IOException e) {
            dead = true;
            throw new EngineDeath(reason(e), e);
        } catch (InternalError e) {
            // The engine has made the mapped file shorter
            dead = true;
            throw new EngineDeath("it has made its shared memory smaller", e);
        }
    }

    /** Returns why the connection has ended. */
    private String reason(IOException cause) {
        if (killed != null) {
            return killed;
        }
        String ended = process == null ? null : process.ended(END_MILLIS);
        if (ended != null) {
            return ended;
        }
        if (channel != null) {
            return "it closed its connection";
        }
        return cause.getMessage() == null ? cause.toString() : cause.getMessage();
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
            // The channel counts as closed in any case
        }
    }

    @Override
    public void end() {
        close(channel);
        EngineProcess ending = process;
        if (ending != null) {
            if (killed == null && !dead) {
                // The process sees the end of the connection
                ending.ended(END_MILLIS);
            }
            ending.end();
        }
        process = null;
        channel = null;
        session = null;
        killed = null;
        try {
            if (area != null) {
                area.free();
                area = null;
            }
            if (directory != null) {
                PrivateDirectory.remove(directory);
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
        if (running != measured || now - memoryAt >= MEMORY_NANOS) {
            measured = running;
            memoryAt = now;
            memory = running.memoryBytes(settings.memory());
        }
        return memory;
    }
}
