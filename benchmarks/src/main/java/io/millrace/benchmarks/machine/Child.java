// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmarks.machine;

import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * A process that a benchmark starts and that tells what it has to tell line by line. It ends with this one, also when
 * this one is interrupted. One thread waits for its lines; any may end it.
 */
public final class Child implements AutoCloseable {

    /** The line by which a process says that others may begin. */
    public static final String READY = "READY";

    /** The beginning of the line with a process's figures, as key=value. */
    public static final String RESULT = "RESULT";

    private static final long EXIT_SECONDS = 10;

    private final Process process;
    private final BufferedReader output;
    private final Thread reaper;

    private Child(Process process) {
        this.process = process;
        this.output = process.inputReader(StandardCharsets.UTF_8);
        this.reaper = new Thread(process::destroyForcibly, "reaper");
        Runtime.getRuntime().addShutdownHook(reaper);
    }

    /** Starts a command; what it writes to its standard error goes where this process's does. */
    public static Child start(List<String> command) throws IOException {
        return new Child(new ProcessBuilder(command)
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start());
    }

    /** The command that runs a class with the Java and the class path of this process. */
    public static List<String> java(List<String> flags, Class<?> main, List<String> arguments) {
        List<String> command = new ArrayList<>(
                List.of(Path.of(System.getProperty("java.home"), "bin", "java").toString()));
        command.addAll(flags);
        command.addAll(List.of("-cp", classPath(), main.getName()));
        command.addAll(arguments);
        return command;
    }

    /** Absolute, for what the process starts in turn elsewhere. */
    private static String classPath() {
        return Stream.of(System.getProperty("java.class.path").split(File.pathSeparator))
                .map(entry -> Path.of(entry).toAbsolutePath().toString())
                .collect(Collectors.joining(File.pathSeparator));
    }

    /** The next line that begins with one of these; it is an error if the process ends before. */
    public String await(String... words) throws IOException {
        for (String line; (line = output.readLine()) != null; ) {
            if (Stream.of(words).anyMatch(line::startsWith)) {
                return line;
            }
        }
        throw new IOException(
                "a child process ended before it said " + String.join(" or ", words) + ": its errors are above");
    }

    /** The key=value pairs of a line that begins with {@link #RESULT}. */
    public static Map<String, Double> figures(String line) {
        Map<String, Double> values = new LinkedHashMap<>();
        for (String word : line.substring(RESULT.length()).strip().split(" ")) {
            int equals = word.indexOf('=');
            values.put(word.substring(0, equals), Double.valueOf(word.substring(equals + 1)));
        }
        return values;
    }

    /** All that it writes from now on. */
    public String rest() throws IOException {
        return output.lines().collect(Collectors.joining("\n"));
    }

    /** Writes a line to its standard input. */
    public void tell(String line) {
        try {
            process.getOutputStream().write((line + "\n").getBytes(StandardCharsets.UTF_8));
            process.getOutputStream().flush();
        } catch (IOException e) {
            throw new UncheckedIOException("a child process does not listen any more: its errors are above", e);
        }
    }

    public ProcessHandle handle() {
        return process.toHandle();
    }

    /** Sends it a signal to end; {@link #close} waits for that. */
    public void stop() {
        process.destroy();
    }

    public void kill() {
        process.destroyForcibly();
    }

    /** Ends its standard input, and it if it has not ended by itself soon after. */
    @Override
    public void close() {
        try {
            process.getOutputStream().close();
        } catch (IOException e) {
            // It has ended already
        }
        try {
            if (!process.waitFor(EXIT_SECONDS, TimeUnit.SECONDS)) {
                process.destroyForcibly();
            }
        } catch (InterruptedException e) {
            process.destroyForcibly();
            Thread.currentThread().interrupt();
        }
        try {
            Runtime.getRuntime().removeShutdownHook(reaper);
        } catch (IllegalStateException e) {
            // This process ends: the reaper runs already
            process.destroyForcibly();
        }
    }
}
