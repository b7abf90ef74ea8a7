// SPDX-License-Identifier: Apache-2.0
package io.millrace.deploy;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A run of bin/millrace; what it prints is in files that stay for whoever looks into a failure. */
final class Program implements AutoCloseable {

    private static final Duration MOST = Duration.ofSeconds(60);

    private final Process process;
    private final String name;
    private final Path out;
    private final Path err;

    Program(Process process, String name, Path out, Path err) {
        this.process = process;
        this.name = name;
        this.out = out;
        this.err = err;
    }

    long pid() {
        return process.pid();
    }

    String out() {
        return read(out);
    }

    String err() {
        return read(err);
    }

    /** Waits until standard output has this. */
    MatchResult awaitOut(String regex) {
        Pattern pattern = Pattern.compile(regex, Pattern.MULTILINE);
        return Await.until(
                name + " prints " + regex,
                MOST,
                () -> {
                    Matcher matcher = pattern.matcher(out());
                    if (matcher.find()) {
                        return Optional.of(matcher.toMatchResult());
                    }
                    if (!process.isAlive()) {
                        throw new AssertionError(name + " ended before it printed " + regex + "\n" + evidence());
                    }
                    return Optional.empty();
                },
                this::evidence);
    }

    /** Waits for its end and returns the exit code. */
    int awaitExit() {
        try {
            if (process.waitFor(MOST.toSeconds(), TimeUnit.SECONDS)) {
                return process.exitValue();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        throw new AssertionError(name + " does not end\n" + evidence());
    }

    /** Sends a signal by its name, such as INT. */
    void signal(String signal) {
        signal(signal, pid());
    }

    private static void signal(String signal, long pid) {
        try {
            new ProcessBuilder("kill", "-" + signal, Long.toString(pid)).start().waitFor();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new AssertionError("interrupted", e);
        }
    }

    String evidence() {
        return "--- " + name + ", " + (process.isAlive() ? "alive" : "exit code " + process.exitValue()) + "\n--- out\n"
                + tail(out()) + "\n--- err\n" + tail(err());
    }

    /** An orderly end, and if that takes too long, any end. */
    @Override
    public void close() {
        if (!process.isAlive()) {
            return;
        }
        process.destroy();
        try {
            if (!process.waitFor(20, TimeUnit.SECONDS)) {
                process.destroyForcibly();
                throw new AssertionError(name + " did not end on SIGTERM\n" + evidence());
            }
        } catch (InterruptedException e) {
            process.destroyForcibly();
            Thread.currentThread().interrupt();
        }
    }

    private static String tail(String text) {
        String[] lines = text.split("\n");
        return String.join("\n", Arrays.copyOfRange(lines, Math.max(0, lines.length - 40), lines.length));
    }

    private static String read(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
