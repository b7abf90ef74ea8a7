// SPDX-License-Identifier: Apache-2.0
package io.millrace.connectors.files.faults;

import io.millrace.api.config.Config;
import io.millrace.cli.Main;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** A daemon in a process of its own, as the command of this name starts it; it can be killed and started again. */
final class Daemon {

    private static final int MOST_SECONDS = 30;

    private final List<String> command;
    private final String node;
    private final String announcement;
    private final Path log;
    private volatile Process process;

    /**
     * @param kind zookeeper, controller or supervisor
     * @param node the name of a supervisor's node
     * @param mark an option by which the process is found
     */
    Daemon(String kind, String node, Config config, String mark, Path log) {
        this.node = node;
        this.announcement = kind + " is up";
        this.log = log;
        command = command(config, mark, kind);
    }

    /** What starts a command of {@code millrace}. */
    static List<String> command(Config config, String mark, String... words) {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                mark,
                "-Xmx64m",
                "-XX:TieredStopAtLevel=1",
                "-XX:+UseSerialGC",
                "-cp",
                System.getProperty("java.class.path"),
                Main.class.getName()));
        command.addAll(List.of(words));
        config.asMap().forEach((key, value) -> command.addAll(List.of("-c", key + "=" + value)));
        return command;
    }

    void start() throws IOException {
        process = new ProcessBuilder(command)
                .redirectInput(new File("/dev/null"))
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.appendTo(log.toFile()))
                .start();
    }

    /** Whether it has said since its first start that it is up. */
    boolean hasBeenUp() throws IOException {
        if (!process.isAlive()) {
            throw new AssertionError(announcement + " is not in " + log + ", which ends so:\n" + Files.readString(log));
        }
        return Files.readString(log).contains(announcement);
    }

    String node() {
        return node;
    }

    long pid() {
        return process.pid();
    }

    void kill() throws InterruptedException {
        process.destroyForcibly().waitFor();
    }

    void signal(String name) throws IOException, InterruptedException {
        signal(name, pid());
    }

    static void signal(String name, long pid) throws IOException, InterruptedException {
        new ProcessBuilder("kill", "-" + name, String.valueOf(pid)).start().waitFor();
    }

    /** An orderly end. */
    void end() throws InterruptedException {
        process.destroy();
        if (!process.waitFor(MOST_SECONDS, TimeUnit.SECONDS)) {
            process.destroyForcibly();
            throw new AssertionError("does not end on SIGTERM, see " + log);
        }
    }
}
