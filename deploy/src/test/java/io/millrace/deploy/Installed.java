// SPDX-License-Identifier: Apache-2.0
package io.millrace.deploy;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.UUID;
import java.util.stream.Stream;

/** The built distribution, run with files and ports of its own, and what runs of it leave behind. */
final class Installed implements AutoCloseable {

    static final Path HOME =
            Path.of(System.getProperty("millrace.distribution")).toAbsolutePath();
    private static final Path SHARED_MEMORY = Path.of("/dev/shm");

    /** The environment variable of all that a run starts: whoever runs the same build beside it has another value. */
    private static final String MARK = "TEST_RUN";

    /**
     * A build in the background ignores SIGINT, and what it starts would inherit that; a terminal's processes do not.
     */
    private static final List<String> AS_FROM_A_TERMINAL = interruptible(List.of("env", "--default-signal=INT"));

    private final Path directory;
    private final Map<String, String> environment = new TreeMap<>();
    private final Path shared;
    private final String mark = UUID.randomUUID().toString();
    private int runs;

    /** @param name of the directory, below target, that keeps what was printed */
    Installed(String name) {
        this.directory = HOME.resolveSibling("it").resolve(name);
        try {
            remove(directory);
            Files.createDirectories(directory.resolve("tmp"));
            shared = Files.createTempDirectory(
                    Files.isDirectory(SHARED_MEMORY) ? SHARED_MEMORY : directory, "millrace-it-");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        environment.put("MILLRACE_JAVA_OPTS", "-Djava.io.tmpdir=" + directory.resolve("tmp"));
        environment.put(
                "MILLRACE_ZOOKEEPER_DATA_DIR", directory.resolve("zookeeper").toString());
        environment.put(
                "MILLRACE_CONTROLLER_DATA_DIR", directory.resolve("controller").toString());
        environment.put(
                "MILLRACE_SUPERVISOR_DATA_DIR", directory.resolve("supervisor").toString());
        environment.put("MILLRACE_IPC_DIR", shared.toString());
    }

    Path directory() {
        return directory;
    }

    /** Where workers have their rings. */
    Path shared() {
        return shared;
    }

    /** The directory with the jars of a connector. */
    static Path connector(String name) {
        return HOME.resolve("lib/connectors").resolve(name);
    }

    static Path wordCountJar() {
        return HOME.resolve("examples/wordcount.jar");
    }

    /** Sets a configuration key for all runs. */
    Installed with(String key, Object value) {
        environment.put("MILLRACE_" + key.replace('.', '_').toUpperCase(java.util.Locale.ROOT), String.valueOf(value));
        return this;
    }

    Program start(String... arguments) {
        return startAt(HOME.resolve("bin/millrace"), Map.of(), arguments);
    }

    Program startAt(Path launcher, Map<String, String> more, String... arguments) {
        String name = ++runs + "-" + (arguments.length == 0 ? "none" : arguments[0]);
        Path out = directory.resolve(name + ".out");
        Path err = directory.resolve(name + ".err");
        List<String> command = new ArrayList<>(AS_FROM_A_TERMINAL);
        command.add(launcher.toString());
        command.addAll(List.of(arguments));
        ProcessBuilder builder = new ProcessBuilder(command)
                .directory(directory.toFile())
                .redirectOutput(out.toFile())
                .redirectError(err.toFile());
        builder.environment().putAll(environment);
        builder.environment().putAll(more);
        builder.environment().put(MARK, mark);
        try {
            return new Program(builder.start(), "millrace " + String.join(" ", arguments), out, err);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static List<String> interruptible(List<String> prefix) {
        List<String> probe = new ArrayList<>(prefix);
        probe.add("true");
        try {
            return new ProcessBuilder(probe).start().waitFor() == 0 ? prefix : List.of();
        } catch (IOException e) {
            return List.of();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return List.of();
        }
    }

    /** Runs to the end; fails unless the exit code is this. */
    Program run(int exitCode, String... arguments) {
        Program program = start(arguments);
        int actual = program.awaitExit();
        if (actual != exitCode) {
            throw new AssertionError("exit code is " + actual + ", not " + exitCode + "\n" + program.evidence());
        }
        return program;
    }

    /** Processes of these runs that have not ended. */
    List<String> processes() {
        return running()
                .map(process ->
                        process.pid() + " " + process.info().commandLine().orElse(""))
                .toList();
    }

    /** Ends what a failed test has left, so that the next one is not disturbed. */
    @Override
    public void close() {
        running().forEach(ProcessHandle::destroyForcibly);
        try {
            remove(shared);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private Stream<ProcessHandle> running() {
        String variable = MARK + "=" + mark;
        return ProcessHandle.allProcesses()
                .filter(process -> environment(process.pid()).anyMatch(variable::equals));
    }

    /** Empty for a process that has ended, or belongs to another account. */
    private static Stream<String> environment(long pid) {
        try {
            String all =
                    Files.readString(Path.of("/proc", String.valueOf(pid), "environ"), StandardCharsets.ISO_8859_1);
            return Stream.of(all.split("\0"));
        } catch (IOException e) {
            return Stream.empty();
        }
    }

    /** Files that runs have left for a moment only: temporary ones, and those in shared memory. */
    List<String> files() {
        try (Stream<Path> temporary = Files.walk(directory.resolve("tmp"));
                Stream<Path> memory = Files.walk(shared)) {
            return Stream.concat(temporary, memory)
                    .filter(Files::isRegularFile)
                    .map(Path::toString)
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static void remove(Path path) throws IOException {
        if (!Files.exists(path)) {
            return;
        }
        try (Stream<Path> all = Files.walk(path)) {
            for (Path each : all.sorted(java.util.Comparator.reverseOrder()).toList()) {
                Files.delete(each);
            }
        }
    }
}
