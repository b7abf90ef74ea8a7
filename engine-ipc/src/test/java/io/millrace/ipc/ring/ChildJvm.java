// SPDX-License-Identifier: Apache-2.0
package io.millrace.ipc.ring;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/** Another JVM on this test's class path. It answers by lines, and is killed when this object is closed. */
final class ChildJvm implements AutoCloseable {
    private static final int MAX_SECONDS = 150;

    private final Process process;
    private final BufferedReader lines;

    private ChildJvm(Process process) {
        this.process = process;
        // An interrupt does not end a read of its lines, so neither would the test's time-out.
        process.onExit().orTimeout(MAX_SECONDS, TimeUnit.SECONDS).exceptionally(late -> process.destroyForcibly());
        this.lines = new BufferedReader(new InputStreamReader(process.getInputStream()));
    }

    static ChildJvm start(Class<?> main, Object... arguments) throws IOException {
        return start(List.of(), main, arguments);
    }

    /** @param prefix of the command line, which begins with java after it */
    static ChildJvm start(List<String> prefix, Class<?> main, Object... arguments) throws IOException {
        List<String> command = new ArrayList<>(prefix);
        command.add(java(Path.of(System.getProperty("java.home"))));
        command.addAll(List.of("-Xshare:auto", "-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "-Xmx128m"));
        return new ChildJvm(builder(command, main, arguments).start());
    }

    /**
     * Starts a JVM of this JDK with additional environment variables and all compilers. From Java 22 on its threads
     * wait for a change of a word.
     */
    static ChildJvm start(Path jdk, Map<String, String> environment, Class<?> main, Object... arguments)
            throws IOException {
        ProcessBuilder builder = builder(
                new ArrayList<>(List.of(java(jdk), "-Xmx128m", "--enable-native-access=ALL-UNNAMED")), main, arguments);
        builder.environment().putAll(environment);
        return new ChildJvm(builder.start());
    }

    private static String java(Path jdk) {
        return jdk.resolve("bin").resolve("java").toString();
    }

    private static ProcessBuilder builder(List<String> command, Class<?> main, Object... arguments) {
        command.addAll(List.of("-cp", System.getProperty("java.class.path"), main.getName()));
        for (Object argument : arguments) {
            command.add(argument.toString());
        }
        return new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT);
    }

    /** Waits for this line; another line before it is an error. */
    void await(String line) throws IOException {
        assertThat(lines.readLine()).isEqualTo(line);
    }

    String nextLine() throws IOException {
        return lines.readLine();
    }

    /** Whether {@link #nextLine} would return at once, also at the end of the output. */
    boolean hasLine() throws IOException {
        return lines.ready() || !process.isAlive();
    }

    /** Gives the child a line to read. */
    void send(String line) throws IOException {
        process.getOutputStream().write((line + "\n").getBytes(StandardCharsets.UTF_8));
        process.getOutputStream().flush();
    }

    /** Kills the child after this time, which also ends a read of its lines. */
    ChildJvm killedAfter(long seconds) {
        CompletableFuture.delayedExecutor(seconds, TimeUnit.SECONDS).execute(process::destroyForcibly);
        return this;
    }

    /** Lets a child go on that waits in {@link #pause}. */
    void goOn() throws IOException {
        process.getOutputStream().write('\n');
        process.getOutputStream().flush();
    }

    void signal(String name) throws IOException, InterruptedException {
        Process kill = new ProcessBuilder("kill", "-" + name, "" + process.pid()).start();
        assertThat(kill.waitFor()).isZero();
    }

    /** SIGSTOP; returns when the kernel shows all its threads as stopped. */
    void stop() throws IOException, InterruptedException {
        signal("STOP");
        awaitState(process.pid(), 'T');
    }

    /** Waits until the kernel shows all threads that a process has in this state. */
    static void awaitState(long pid, char state) throws IOException {
        while (!isWholly(pid, state)) {
            yieldUnlessTimedOut();
        }
    }

    /** Loops that wait for another process call this: they end when the test's time-out interrupts them. */
    static void yieldUnlessTimedOut() {
        if (Thread.currentThread().isInterrupted()) {
            throw new AssertionError("the other process did not come so far in time");
        }
        Thread.yield();
    }

    private static boolean isWholly(long pid, char state) throws IOException {
        Path process = Path.of("/proc/" + pid);
        try (DirectoryStream<Path> threads = Files.newDirectoryStream(process.resolve("task"))) {
            for (Path thread : threads) {
                // The state follows the command's name in parentheses.
                String fields = Files.readString(thread.resolve("stat")).replaceFirst(".*\\) ", "");
                if (fields.charAt(0) != state) {
                    return false;
                }
            }
            return true;
        } catch (IOException e) {
            if (Files.notExists(process)) {
                throw e;
            }
            // The thread has ended meanwhile.
            return false;
        }
    }

    /** SIGCONT. */
    void goOnRunning() throws IOException, InterruptedException {
        signal("CONT");
    }

    /** SIGKILL. */
    void kill() throws InterruptedException {
        process.destroyForcibly();
        assertThat(process.waitFor(10, TimeUnit.SECONDS)).isTrue();
    }

    void awaitEnd() throws InterruptedException {
        assertThat(process.waitFor(30, TimeUnit.SECONDS)).isTrue();
        assertThat(process.exitValue()).isZero();
    }

    @Override
    public void close() {
        process.destroyForcibly();
        process.onExit().join();
    }

    /** Called in the child: prints the line and waits for {@link #goOn}, or for its death. */
    static void pause(String line) {
        System.out.println(line);
        try {
            if (System.in.read() < 0) {
                Runtime.getRuntime().halt(1);
            }
        } catch (IOException e) {
            Runtime.getRuntime().halt(1);
        }
    }
}
