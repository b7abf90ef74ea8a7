// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.worker;

import static io.millrace.runtime.worker.TestWorkers.await;
import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.api.TopologyBuilder;
import io.millrace.api.config.Config;
import io.millrace.api.config.Guarantee;
import io.millrace.api.config.TopologyKeys;
import io.millrace.runtime.json.Json;
import io.millrace.runtime.task.WorkerIdentity;
import io.millrace.transport.LinkSecret;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Copies go once to another region, by a process that runs two of the three tasks which get them. It is killed while it
 * copies, and starts again.
 */
@Timeout(120)
class EntryKillIT {

    static final String TEST = "entry-kill";

    private static final int NUMBERS = Boolean.getBoolean("millrace.long") ? 1_000_000 : 60_000;
    private static final Map<String, String> NODES = Map.of("w1", "n1@us", "w2", "n2@eu", "w3", "n3@us");

    private final List<WorkerRuntime> workers = new ArrayList<>();
    private final List<Process> processes = new ArrayList<>();
    private final List<Throwable> failures = new CopyOnWriteArrayList<>();

    /** Returns the specification of a worker: task 1 is in w2, task 2 in w1, tasks 3 and 4 in w3. */
    static WorkerSpec spec(String worker, long epoch, String guarantee, int numbers) {
        TopologyBuilder builder = new TopologyBuilder();
        builder.setSpout("numbers", new NumberSpout(TEST, numbers, true));
        builder.setBolt(
                        "sink",
                        TestBolts.full((input, out, context) -> {
                            Journal.of(TEST).seen.add(new int[] {context.taskId(), input.getInt(0)});
                            out.ack(input);
                        }),
                        3)
                .all("numbers");
        String node = NODES.get(worker);
        return new WorkerSpec(
                new WorkerIdentity("topology-1", "test", worker, node, epoch),
                new WorkerSpec.Program(
                        builder.build(),
                        Config.empty()
                                .with(TopologyKeys.GUARANTEE, Guarantee.valueOf(guarantee))
                                .with(TopologyKeys.GEO_MULTICAST, "intermediate"),
                        EntryKillIT.class.getClassLoader(),
                        () -> null),
                new TaskPlacement(Map.of(1, "w2", 2, "w1", 3, "w3", 4, "w3"), NODES),
                1,
                WorkerSpec.Files.NONE,
                new NetSettings(
                        "cluster-1",
                        new LinkSecret(new byte[32]),
                        "127.0.0.1",
                        null,
                        node.substring(node.indexOf('@') + 1)),
                null);
    }

    private static List<Integer> seen(Journal journal, int task) {
        synchronized (journal.seen) {
            return journal.seen.stream()
                    .map(each -> (int[]) each)
                    .filter(each -> each[0] == task)
                    .map(each -> each[1])
                    .toList();
        }
    }

    /**
     * Describes the numbers that tasks have got: how many, the last one, and whether each is greater than the one
     * before.
     */
    static String describe(Journal journal, List<Integer> tasks) {
        StringBuilder text = new StringBuilder();
        for (int task : tasks) {
            List<Integer> seen = seen(journal, task);
            boolean ascending = IntStream.range(1, seen.size()).allMatch(i -> seen.get(i - 1) < seen.get(i));
            text.append(task)
                    .append(':')
                    .append(seen.isEmpty() ? -1 : seen.get(seen.size() - 1))
                    .append(ascending ? " in order " : " out of order ");
        }
        return text.toString().strip();
    }

    private final class Entry {
        private final Process process;
        private final BufferedReader out;
        private final PeerEndpoint endpoint;

        Entry(long epoch, String guarantee) throws IOException {
            process = new ProcessBuilder(
                            Path.of(System.getProperty("java.home"), "bin", "java")
                                    .toString(),
                            "-Xmx256m",
                            "-cp",
                            System.getProperty("java.class.path"),
                            EntryToKill.class.getName(),
                            guarantee,
                            String.valueOf(epoch),
                            String.valueOf(NUMBERS))
                    .redirectError(ProcessBuilder.Redirect.INHERIT)
                    .start();
            processes.add(process);
            out = new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
            endpoint = Json.read(line("{").getBytes(StandardCharsets.UTF_8), PeerEndpoint.class);
        }

        /** Returns the line that begins with a text; log lines may come before it. */
        private String line(String begin) throws IOException {
            String line = out.readLine();
            while (line != null && !line.startsWith(begin)) {
                line = out.readLine();
            }
            if (line == null) {
                throw new IOException("the entry has ended");
            }
            return line;
        }

        void tell(List<PeerEndpoint> peers) throws IOException {
            for (PeerEndpoint peer : peers) {
                write(new String(Json.write(peer), StandardCharsets.UTF_8));
            }
            write("");
        }

        private void write(String line) throws IOException {
            OutputStream in = process.getOutputStream();
            in.write((line + "\n").getBytes(StandardCharsets.UTF_8));
            in.flush();
        }

        String ask() throws IOException {
            write("?");
            return line("3:");
        }
    }

    private List<PeerEndpoint> here() {
        return workers.stream().map(WorkerRuntime::endpoint).toList();
    }

    private void announce(Entry entry) {
        List<PeerEndpoint> all = new ArrayList<>(here());
        if (entry != null) {
            all.add(entry.endpoint);
        }
        workers.forEach(worker -> worker.peers(all));
    }

    /** The test takes as long as the trees that have died with the process need to time out. */
    @Tag("long")
    @Test
    void anotherEntryTakesOverAndWhatIsTrackedIsRepeated() throws Exception {
        killTheEntry("AT_LEAST_ONCE");
    }

    @Test
    void anotherEntryTakesOverAndNothingIsLostRepeatedOrOutOfOrder() throws Exception {
        killTheEntry("AT_MOST_ONCE");
    }

    private void killTheEntry(String guarantee) throws Exception {
        Journal journal = Journal.fresh(TEST);
        for (String worker : List.of("w1", "w2")) {
            workers.add((WorkerRuntime) WorkerRuntime.start(spec(worker, 1, guarantee, NUMBERS), failures::add));
        }
        Entry first = new Entry(1, guarantee);
        first.tell(here());
        announce(first);
        workers.forEach(Worker::activate);
        first.line("copies");
        await(() -> journal.seen.size() > NUMBERS / 20);
        first.process.destroyForcibly().waitFor();
        announce(null);
        Entry second = new Entry(2, guarantee);
        second.tell(here());
        announce(second);

        if (guarantee.equals("AT_MOST_ONCE")) {
            await(() -> journal.seen.size() >= NUMBERS);
            assertThat(seen(journal, 2))
                    .isEqualTo(IntStream.range(0, NUMBERS).boxed().toList());
            String last = String.valueOf(NUMBERS - 1);
            String all = "3:" + last + " in order 4:" + last + " in order";
            for (String got = second.ask(); !got.equals(all); got = second.ask()) {
                assertThat(got).doesNotContain("out of order");
            }
        } else {
            // Tuples that the killed process had not acknowledged are repeated for all
            await(() -> journal.acked.size() == NUMBERS);
            List<Integer> seen = seen(journal, 2);
            // The check does not use containsAll, which takes the square of their number
            assertThat(seen.stream().sorted().distinct().toList())
                    .isEqualTo(IntStream.range(0, NUMBERS).boxed().toList());
            assertThat(seen)
                    .hasSize(NUMBERS
                            + journal.failed.values().stream()
                                    .mapToInt(count -> count)
                                    .sum());
        }
        assertThat(failures).isEmpty();
    }

    @AfterEach
    void end() throws InterruptedException {
        workers.forEach(Worker::close);
        for (Process process : processes) {
            process.destroyForcibly();
            process.waitFor();
        }
    }
}
