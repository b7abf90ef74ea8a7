// SPDX-License-Identifier: Apache-2.0
package io.millrace.deploy;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * A container engine with images, volumes and containers of its own, all in one directory that {@link #close} deletes.
 * Networks belong to the machine: each has this one's mark in its name, and goes too.
 */
final class Podman implements AutoCloseable {

    private static final String PREFIX = "millrace-it-";
    private static final String NETWORKS = "networks";
    private static final Duration MOST = Duration.ofMinutes(10);

    private final Path directory;
    private final String mark = PREFIX + UUID.randomUUID().toString().substring(0, 8);
    private int networks;
    private int outputs;

    /** What a command printed, on both outputs, and how it ended. */
    record Result(String command, int exitCode, String text) {

        /** Returns the text; fails if the command did. */
        String succeeded() {
            if (exitCode != 0) {
                throw new AssertionError(command + " ended with " + exitCode + "\n" + text);
            }
            return text;
        }
    }

    /** @param directory for all files; what an earlier run has left there is deleted */
    Podman(Path directory) throws IOException {
        this.directory = directory;
        if (Files.exists(directory.resolve("containers.conf"))) {
            reset();
        }
        Files.createDirectories(directory.resolve("tmp"));
        Files.writeString(directory.resolve("containers.conf"), """
                [containers]
                default_ulimits = ["nofile=%1$s:%1$s", "nproc=%2$s:%2$s"]
                [engine]
                cgroup_manager = "cgroupfs"
                events_logger = "file"
                %3$s
                """.formatted(
                        openFiles(), processes(), has("runc") ? "runtime = \"runc\"" : ""));
    }

    /** Returns why containers cannot run on this machine; empty if they can. */
    static Optional<String> obstacle() {
        for (String program : List.of("podman", "debootstrap", "tar")) {
            if (!has(program)) {
                return Optional.of("this machine has no " + program);
            }
        }
        if (!"root".equals(System.getProperty("user.name"))) {
            return Optional.of("only root can make the base image, and limit the memory of containers");
        }
        return Optional.empty();
    }

    private static boolean has(String program) {
        return Stream.of(System.getenv().getOrDefault("PATH", "").split(":"))
                .anyMatch(path -> Files.isExecutable(Path.of(path, program)));
    }

    /** Returns the open files that a container may have: what the image asks for, or what this machine allows. */
    static long openFiles() {
        return Math.min(65_536, limit("Max open files"));
    }

    /** Returns the options that replace limits which this machine does not allow. */
    static List<String> limits() {
        return List.of("--ulimit=nofile=" + openFiles(), "--ulimit=nproc=" + processes());
    }

    private static long processes() {
        return Math.min(4_096, limit("Max processes"));
    }

    private static long limit(String name) {
        try {
            return Files.readAllLines(Path.of("/proc/self/limits")).stream()
                    .filter(line -> line.startsWith(name))
                    .map(line -> line.substring(name.length()).strip().split("\\s+")[1])
                    .mapToLong(hard -> hard.equals("unlimited") ? Long.MAX_VALUE : Long.parseLong(hard))
                    .findFirst()
                    .orElse(Long.MAX_VALUE);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Runs a command of the engine to its end. */
    Result run(String... arguments) {
        return run(List.of(arguments));
    }

    Result run(List<String> arguments) {
        List<String> command = new ArrayList<>(List.of(
                "podman",
                "--root=" + directory.resolve("root"),
                "--runroot=" + directory.resolve("run"),
                "--tmpdir=" + directory.resolve("tmp")));
        command.addAll(arguments);
        return execute(command, Optional.empty());
    }

    /** Makes a bridge with addresses of its own, and returns its name and the addresses' first three numbers. */
    Network network() {
        String name = mark + "-" + networks++;
        record(name);
        run("network", "create", "--disable-dns", name).succeeded();
        String subnet = run("network", "inspect", "--format", "{{range .Subnets}}{{.Subnet}}{{end}}", name)
                .succeeded()
                .strip();
        return new Network(name, subnet.substring(0, subnet.lastIndexOf('.') + 1));
    }

    /** @param prefix an address but for its last number */
    record Network(String name, String prefix) {}

    /** Makes the image from which the Dockerfile starts, with the Java of this process. */
    void importBase(String image, Path script, Path archive) throws IOException {
        if (!Files.exists(archive)) {
            Path draft = archive.resolveSibling(archive.getFileName() + ".draft");
            Path files = directory.resolve("base");
            execute(
                            List.of(
                                    "sh",
                                    script.toAbsolutePath().toString(),
                                    files.toString(),
                                    System.getProperty("java.home")),
                            Optional.of(draft))
                    .succeeded();
            remove(files);
            Files.move(draft, archive);
        }
        run(
                        "import",
                        "--change=ENV JAVA_HOME=/opt/java/openjdk",
                        "--change=ENV PATH=/opt/java/openjdk/bin:/usr/sbin:/usr/bin:/sbin:/bin",
                        "--change=ENV LANG=C.UTF-8",
                        archive.toString(),
                        image)
                .succeeded();
    }

    /** @param out where standard output goes, if not into the result */
    private Result execute(List<String> command, Optional<Path> out) {
        Path printed = directory.resolve("output-" + ++outputs + ".txt");
        ProcessBuilder builder = new ProcessBuilder(command).redirectError(printed.toFile());
        // A monitor of containers writes a file where it runs when one has no memory
        builder.directory(directory.toFile());
        builder.environment()
                .put("CONTAINERS_CONF", directory.resolve("containers.conf").toString());
        // Without systemd there are no timers; the test asks for health itself
        builder.environment().put("DISABLE_HC_SYSTEMD", "true");
        builder.redirectErrorStream(out.isEmpty());
        builder.redirectOutput(out.orElse(printed).toFile());
        String shown = command.stream()
                .filter(word -> !word.startsWith("--root=") && !word.startsWith("--runroot="))
                .collect(Collectors.joining(" "));
        try {
            Process process = builder.start();
            try {
                if (!process.waitFor(MOST.toSeconds(), TimeUnit.SECONDS)) {
                    throw new AssertionError(shown + " did not end within " + MOST + "\n" + Files.readString(printed));
                }
            } finally {
                process.descendants().filter(child -> process.isAlive()).forEach(ProcessHandle::destroyForcibly);
                process.destroyForcibly();
            }
            return new Result(shown, process.exitValue(), Files.readString(printed, StandardCharsets.UTF_8));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new AssertionError("interrupted in " + shown, e);
        }
    }

    /** Ends and deletes all that was made. */
    @Override
    public void close() throws IOException {
        reset();
    }

    /** Remembers a network, so that the next run can delete it if this one is killed. */
    private void record(String network) {
        try {
            Files.createFile(
                    Files.createDirectories(directory.resolve(NETWORKS)).resolve(network));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void reset() throws IOException {
        run("rm", "--all", "--force", "--time=0", "--volumes");
        try (Stream<Path> recorded = Files.list(Files.createDirectories(directory.resolve(NETWORKS)))) {
            recorded.forEach(
                    file -> run("network", "rm", "--force", file.getFileName().toString()));
        }
        run("image", "rm", "--all", "--force");
        run("volume", "rm", "--all", "--force");
        remove(directory);
    }

    /** Deletes files that belong to any account, and links without what they link to. */
    private static void remove(Path directory) throws IOException {
        try {
            int code = new ProcessBuilder("rm", "-rf", "--one-file-system", directory.toString())
                    .inheritIO()
                    .start()
                    .waitFor();
            if (code != 0) {
                throw new IOException("cannot delete " + directory);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new AssertionError("interrupted", e);
        }
    }
}
