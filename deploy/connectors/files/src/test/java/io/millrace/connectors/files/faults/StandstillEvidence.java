// SPDX-License-Identifier: Apache-2.0
package io.millrace.connectors.files.faults;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;

/**
 * Records what each process waits for as soon as no line has reached a sink, or become visible, for some time, and once
 * more each minute that it lasts: thread dumps, what {@code list}, {@code describe} and {@code snapshots} print, and
 * logs.
 */
final class StandstillEvidence implements AutoCloseable {

    private static final long AGAIN_NANOS = TimeUnit.MINUTES.toNanos(1);
    private static final long LOOK_MILLIS = 200;

    /** A process that is stopped answers nothing. */
    private static final long ANSWER_NANOS = TimeUnit.SECONDS.toNanos(20);

    private final ProcessCluster cluster;
    private final String topology;
    private final LineWatch lines;
    private final long stillNanos;
    private final Path directory;
    private final long began = System.nanoTime();
    private final List<Path> written = new CopyOnWriteArrayList<>();
    private final Watcher watcher;

    /** Whether the present standstill was recorded. */
    private boolean recorded;

    private long recordedAt;

    /**
     * @param still after which it is recorded
     * @param directory gets a directory of its own each time
     */
    StandstillEvidence(ProcessCluster cluster, String topology, LineWatch lines, Duration still, Path directory) {
        this.cluster = cluster;
        this.topology = topology;
        this.lines = lines;
        this.stillNanos = still.toNanos();
        this.directory = directory;
        watcher = new Watcher("evidence", LOOK_MILLIS, this::look);
    }

    private void look() throws InterruptedException {
        long now = System.nanoTime();
        if (lines.stillNanos() < stillNanos) {
            recorded = false;
        } else if (!recorded || now - recordedAt >= AGAIN_NANOS) {
            recorded = true;
            recordedAt = now;
            try {
                record();
            } catch (IOException | UncheckedIOException e) {
                System.out.println("what processes wait for is not all recorded: " + e);
            }
        }
    }

    private void record() throws IOException, InterruptedException {
        long seconds = TimeUnit.NANOSECONDS.toSeconds(System.nanoTime() - began);
        Path into = Files.createDirectories(directory.resolve("after-" + seconds + "-s"));
        System.out.println(
                "nothing has moved for " + TimeUnit.NANOSECONDS.toMillis(lines.stillNanos()) + " ms: see " + into);
        String jcmd = Path.of(System.getProperty("java.home"), "bin", "jcmd").toString();
        written.add(into);
        List<Process> asked = new ArrayList<>();
        try {
            asked.add(start(into.resolve("list.txt"), cluster.command("list")));
            asked.add(start(into.resolve("describe.txt"), cluster.command("describe", topology)));
            asked.add(start(into.resolve("snapshots.txt"), cluster.command("snapshots", topology)));
            for (ProcessCluster.Named process : cluster.running()) {
                asked.add(start(
                        into.resolve(process.name() + ".threads"),
                        List.of(jcmd, String.valueOf(process.pid()), "Thread.print", "-l")));
            }
            long until = System.nanoTime() + ANSWER_NANOS;
            for (Process process : asked) {
                process.waitFor(until - System.nanoTime(), TimeUnit.NANOSECONDS);
            }
        } finally {
            asked.forEach(Process::destroyForcibly);
        }
        cluster.copyLogs(topology, Files.createDirectories(into.resolve("logs")));
    }

    private static Process start(Path output, List<String> command) throws IOException {
        return new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(output.toFile())
                .start();
    }

    /** Returns the directories that it has written. */
    List<Path> written() {
        return List.copyOf(written);
    }

    @Override
    public void close() {
        watcher.close();
    }
}
