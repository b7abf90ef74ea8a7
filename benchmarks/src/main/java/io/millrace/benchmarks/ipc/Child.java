package io.millrace.benchmarks.ipc;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** A JVM of one side of a cell. Used by the main thread of the process that runs the table. */
final class Child implements AutoCloseable {
    static final String READY = "READY";
    static final String RESULT = "RESULT";

    private static final long EXIT_SECONDS = 10;
    private static final List<String> FLAGS =
            List.of("-Xms256m", "-Xmx1g", "-XX:+UseSerialGC", "-XX:-UsePerfData", "-Dslf4j.internal.verbosity=ERROR");

    private final Process process;
    private final BufferedReader output;
    private final Thread reaper;

    private Child(Process process) {
        this.process = process;
        this.output = process.inputReader(StandardCharsets.UTF_8);
        this.reaper = new Thread(process::destroyForcibly, "reaper");
        Runtime.getRuntime().addShutdownHook(reaper);
    }

    static Child start(Class<?> main, String medium, Path directory, List<String> arguments) throws IOException {
        List<String> command = new ArrayList<>(
                List.of(Path.of(System.getProperty("java.home"), "bin", "java").toString()));
        command.addAll(flags(medium));
        command.addAll(List.of("-cp", System.getProperty("java.class.path"), main.getName(), medium));
        command.add(directory.toString());
        command.addAll(arguments);
        return new Child(new ProcessBuilder(command)
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start());
    }

    static List<String> flags(String medium) {
        List<String> flags = new ArrayList<>(FLAGS);
        String room = System.getProperty(Message.ROOM_PROPERTY);
        if (room != null) {
            flags.add("-D" + Message.ROOM_PROPERTY + "=" + room);
        }
        if (medium.startsWith("agrona") || medium.startsWith("aeron")) {
            flags.addAll(List.of("--add-opens", "java.base/jdk.internal.misc=ALL-UNNAMED"));
        }
        return flags;
    }

    /** The next line that begins so; it is an error if the process ends before. */
    String await(String word) throws IOException {
        for (String line; (line = output.readLine()) != null; ) {
            if (line.startsWith(word)) {
                return line;
            }
        }
        throw new IOException("a child process ended before it said " + word + ": its errors are above");
    }

    void kill() {
        process.destroyForcibly();
    }

    @Override
    public void close() {
        try {
            if (!process.waitFor(EXIT_SECONDS, TimeUnit.SECONDS)) {
                process.destroyForcibly();
            }
        } catch (InterruptedException e) {
            process.destroyForcibly();
            Thread.currentThread().interrupt();
        }
        Runtime.getRuntime().removeShutdownHook(reaper);
    }
}
