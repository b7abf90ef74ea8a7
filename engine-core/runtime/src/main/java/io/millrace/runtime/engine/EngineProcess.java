// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.engine;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The process of an engine with its children, and its container and control group, if it has one. Confined to the
 * engine's thread, but for {@link #destroy}.
 */
final class EngineProcess {

    static final String SOCKET = "MILLRACE_ENGINE_SOCKET";
    static final String MEMORY = "MILLRACE_ENGINE_MEMORY";

    private static final Logger LOG = LoggerFactory.getLogger(EngineProcess.class);
    private static final long COMMAND_SECONDS = 10;

    /** The number that is added to a signal's number in an exit code. */
    private static final int SIGNALLED = 128;

    private static final int LAST_SIGNAL = 64;
    private static final int LONGEST_LINE = 200;

    private final Process process;
    private final OutputPump output;
    private final String mark;

    /** The control group; null if there is none. */
    private final Cgroup cgroup;

    /** The command that ends the container; null if there is none. */
    private final ProcessBuilder containerKill;

    private EngineProcess(
            Process process, OutputPump output, String mark, Cgroup cgroup, ProcessBuilder containerKill) {
        this.process = process;
        this.output = output;
        this.mark = mark;
        this.cgroup = cgroup;
        this.containerKill = containerKill;
    }

    /**
     * Starts the process.
     *
     * @param directory directory of the engine, with its socket and its shared memory
     */
    static EngineProcess start(
            EngineDirectory directories,
            EngineProgram program,
            TaskFacts facts,
            Path directory,
            Path socket,
            Path memory,
            EngineLog log)
            throws IOException {
        String mark = directories.mark(directory.getFileName().toString());
        Map<String, String> own = new LinkedHashMap<>();
        own.put(ProcessTree.VARIABLE, mark);
        own.put(SOCKET, socket.toString());
        own.put(MEMORY, memory.toString());
        ContainerCommand container = program.container(mark, directory, user(directory), own.keySet());
        List<String> command = program.command(container, directory);
        ProcessBuilder containerKill = null;
        Cgroup cgroup = null;
        if (program.isContainer()) {
            List<String> kill = program.kill(container);
            containerKill = builder(kill, program.environment());
            directories.atEnd(kill, program.environment());
        } else {
            cgroup = program.cgroup(mark);
            if (cgroup != null) {
                command = cgroup.wrap(command);
                directories.atEnd(cgroup.removal(), Map.of());
            }
        }
        ProcessBuilder builder = builder(command, program.environment());
        builder.directory(facts.resources().isEmpty() ? directory.toFile() : new File(facts.resources()));
        builder.environment().putAll(own);
        Process process = builder.start();
        OutputPump output = OutputPump.start(process.getInputStream(), log, "engine-output-" + facts.engineName());
        return new EngineProcess(process, output, mark, cgroup, containerKill);
    }

    private static ProcessBuilder builder(List<String> command, Map<String, String> environment) {
        ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
        builder.redirectInput(new File("/dev/null"));
        builder.environment().clear();
        builder.environment().putAll(environment);
        return builder;
    }

    private static String user(Path directory) throws IOException {
        return Files.getAttribute(directory, "unix:uid") + ":" + Files.getAttribute(directory, "unix:gid");
    }

    /**
     * Returns the memory of the process with its children, in bytes; 0 for a container: its processes belong to others,
     * and the process here is its client.
     *
     * @param limit bytes up to which shared pages need not be told apart
     */
    long memoryBytes(long limit) {
        return containerKill == null ? ProcessTree.memoryBytes(process.pid(), limit) : 0;
    }

    /** Returns whether the process runs. Any thread. */
    boolean isAlive() {
        return process.isAlive();
    }

    void onExit(Runnable listener) {
        process.onExit().thenRun(listener);
    }

    /** Ends the process itself at once. Any thread. */
    void destroy() {
        process.destroyForcibly();
    }

    /** Waits for the end of the process. Returns how it has ended, or null if it runs on. */
    String ended(long millis) {
        if (!await(process, millis)) {
            return null;
        }
        int code = process.exitValue();
        if (code > SIGNALLED && code <= SIGNALLED + LAST_SIGNAL) {
            return "it was ended by signal " + (code - SIGNALLED);
        }
        String last = output.lastLine();
        return "it ended with exit code " + code
                + (last.isEmpty()
                        ? ""
                        : ", and wrote at last: " + last.substring(0, Math.min(last.length(), LONGEST_LINE)));
    }

    /** Ends the process with its children and container. Returns when nothing is left. */
    void end() {
        if (containerKill != null && mayRunOn()) {
            run(containerKill);
        }
        ProcessTree.kill(process.toHandle(), mark);
        await(process, TimeUnit.HOURS.toMillis(1));
        if (cgroup != null) {
            cgroup.end();
        }
    }

    /** Returns whether the container may run: it does not end with a command that is killed. */
    private boolean mayRunOn() {
        return process.isAlive() || process.exitValue() > SIGNALLED;
    }

    private static void run(ProcessBuilder command) {
        try {
            Process process =
                    command.redirectOutput(ProcessBuilder.Redirect.DISCARD).start();
            if (!await(process, TimeUnit.SECONDS.toMillis(COMMAND_SECONDS))) {
                process.destroyForcibly();
            }
        } catch (IOException e) {
            LOG.warn("a container is not ended: {}", e.getMessage());
        }
    }

    private static boolean await(Process process, long millis) {
        boolean interrupted = Thread.interrupted();
        try {
            while (true) {
                try {
                    return process.waitFor(millis, TimeUnit.MILLISECONDS);
                } catch (InterruptedException e) {
                    interrupted = true;
                }
            }
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }
}
