// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmarks.faults;

import io.millrace.cluster.client.Cluster;
import io.millrace.cluster.model.ClusterException;
import io.millrace.runtime.json.Json;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * Records what each process waits for as soon as nothing has reached a sink for 20 s, and once more each minute that it
 * lasts: thread dumps, and what {@code list}, {@code describe}, {@code snapshots} and the logs say. By a thread of its
 * own.
 */
final class StandstillEvidence implements AutoCloseable {

    private static final long STILL_NANOS = TimeUnit.SECONDS.toNanos(20);
    private static final long AGAIN_NANOS = TimeUnit.MINUTES.toNanos(1);
    private static final long LOOK_MILLIS = 500;

    /** A process that is stopped answers nothing. */
    private static final long ANSWER_SECONDS = 10;

    private final FaultCluster cluster;
    private final Tally tally;
    private final Path directory;
    private final long began = System.nanoTime();
    private final ExecutorService questions = Executors.newCachedThreadPool(work -> {
        Thread thread = new Thread(work, "evidence-question");
        thread.setDaemon(true);
        return thread;
    });
    private final Thread thread = new Thread(this::watch, "evidence");

    /** @param directory gets a directory of its own each time */
    StandstillEvidence(FaultCluster cluster, Tally tally, Path directory) {
        this.cluster = cluster;
        this.tally = tally;
        this.directory = directory;
        thread.setDaemon(true);
        thread.start();
    }

    private void watch() {
        try {
            while (true) {
                TimeUnit.MILLISECONDS.sleep(LOOK_MILLIS);
                long now = System.nanoTime();
                if (now - began > STILL_NANOS && tally.leastTaken(now - STILL_NANOS, now) == 0) {
                    record(now);
                    awaitMoveOr(System.nanoTime() + AGAIN_NANOS);
                }
            }
        } catch (InterruptedException e) {
            // It is closed
        } catch (IOException e) {
            System.err.println("what processes wait for is not recorded: " + e.getMessage());
        }
    }

    private void awaitMoveOr(long untilNanos) throws InterruptedException {
        long now = System.nanoTime();
        while (now - untilNanos < 0 && tally.leastTaken(now - STILL_NANOS, now) == 0) {
            TimeUnit.MILLISECONDS.sleep(LOOK_MILLIS);
            now = System.nanoTime();
        }
    }

    private void record(long now) throws IOException, InterruptedException {
        Path into = Files.createDirectories(
                directory.resolve("after-" + TimeUnit.NANOSECONDS.toSeconds(now - began) + "-s"));
        System.out.println("nothing has reached a sink for 20 s: see " + into);
        for (Map.Entry<String, Long> process : cluster.processes().entrySet()) {
            dump(process.getValue(), into.resolve(process.getKey() + ".threads"));
        }
        ask(into.resolve("list.json"), Cluster::list);
        ask(into.resolve("describe.json"), client -> client.describe(Flow.NAME));
        ask(into.resolve("snapshots.json"), client -> client.snapshots(Flow.NAME, 20));
        cluster.copyLogs(into.resolve("logs"));
    }

    private static void dump(long pid, Path file) throws IOException, InterruptedException {
        Process jcmd = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "jcmd").toString(),
                        String.valueOf(pid),
                        "Thread.print",
                        "-l")
                .redirectErrorStream(true)
                .redirectOutput(file.toFile())
                .start();
        if (!jcmd.waitFor(ANSWER_SECONDS, TimeUnit.SECONDS)) {
            jcmd.destroyForcibly().waitFor();
            Files.writeString(file, "process " + pid + " does not answer within " + ANSWER_SECONDS + " s\n");
        }
    }

    private interface Question {
        Object ask(Cluster client);
    }

    private void ask(Path file, Question question) throws IOException, InterruptedException {
        Callable<byte[]> asks = () -> {
            try (Cluster client = cluster.client()) {
                return Json.write(question.ask(client));
            }
        };
        Future<byte[]> answer = questions.submit(asks);
        try {
            Files.write(file, answer.get(ANSWER_SECONDS, TimeUnit.SECONDS));
        } catch (TimeoutException e) {
            answer.cancel(true);
            Files.writeString(file, "no answer within " + ANSWER_SECONDS + " s\n");
        } catch (ExecutionException e) {
            String why = e.getCause() instanceof ClusterException
                    ? e.getCause().getMessage()
                    : e.getCause().toString();
            Files.write(file, why.getBytes(StandardCharsets.UTF_8));
        }
    }

    /** Nothing is to flow any more. */
    void end() {
        thread.interrupt();
        questions.shutdownNow();
    }

    @Override
    public void close() {
        end();
    }
}
