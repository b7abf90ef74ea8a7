// SPDX-License-Identifier: Apache-2.0
package io.millrace.cluster.controller;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.api.RunningTopology.Status;
import io.millrace.api.config.Config;
import io.millrace.api.config.Guarantee;
import io.millrace.api.config.TopologyKeys;
import io.millrace.cluster.Await;
import io.millrace.cluster.client.Submission;
import io.millrace.cluster.embedded.Jars;
import io.millrace.cluster.model.NodeInfo;
import io.millrace.cluster.model.SavepointRecord;
import io.millrace.cluster.model.SavepointRecord.State;
import io.millrace.cluster.model.SavepointRecord.Then;
import io.millrace.cluster.model.SavepointRequest;
import io.millrace.cluster.model.WorkerPlan;
import io.millrace.runtime.snapshot.store.SavepointPlace;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;

/** A topology of worker processes stops with a savepoint, and another one goes on with it. */
@Timeout(120)
class SavepointIT extends JournalCluster {

    private long numbers = 4_000;

    private Path shown;

    private Config snapshots() {
        return Config.empty()
                .with(TopologyKeys.GUARANTEE, Guarantee.EXACTLY_ONCE)
                .with(TopologyKeys.SNAPSHOT_INTERVAL, Duration.ofMillis(200))
                .with(TopologyKeys.STATE_DIR, directory.resolve("state").toString())
                .with(TopologyKeys.SERIALIZED_CLASSES, SummingTopology.Total.class.getName())
                .with(TopologyKeys.WORKERS, 2);
    }

    private void submit(int sums, Config config) throws Exception {
        Path jar = Jars.of(directory.resolve("sums.jar"), SummingTopology.class, "");
        cluster.submit(new Submission(NAME, SummingTopology.of(shown, numbers, sums), config, jar, null));
    }

    @Tag("long")
    @Test
    void aStoppedTopologyGoesOnWithItsSavepointAndOtherNumbersOfTasks() throws Exception {
        shown = Files.createDirectory(directory.resolve("shown"));
        submit(2, snapshots());
        Await.until("sums are shown", MOST, () -> !lines().isEmpty());

        Path taken = Files.createDirectory(directory.resolve("taken"));
        Files.createFile(taken.resolve("something"));
        ask(taken.toString(), Then.STOP);
        SavepointRecord failed = answered(1);
        assertThat(failed.state()).isEqualTo(State.FAILED);
        assertThat(failed.failure())
                .isEqualTo(taken + " holds something already: name a directory that is empty or not there");
        int before = lines().size();
        Await.until("it goes on", MOST, () -> lines().size() > before);

        SavepointRecord asked = ask(null, Then.STOP);
        assertThat(asked.location()).startsWith(directory.resolve("state") + "/savepoints/" + NAME + "-");
        SavepointRecord made = answered(2);
        assertThat(made.failure()).isEmpty();
        assertThat(made.answer().bytes()).isPositive();
        Await.until("it has ended", MOST, () -> cluster.list().isEmpty());
        assertThat(lines()).as("all that was emitted is shown").hasSize(emitted());
        assertThat(lines().size()).isLessThan((int) numbers);
        Path moved = directory.resolve("moved");
        Files.move(Path.of(made.location()), moved);
        assertThat(SavepointPlace.existing(moved.toString(), Map.of(), SavepointPlace.class.getClassLoader())
                        .verify())
                .isEmpty();

        submit(3, snapshots().with(TopologyKeys.SAVEPOINT_FROM, moved.toString()));
        Await.until("completed", MOST, () -> cluster.list().get(0).status() == Status.COMPLETED);
        assertExactSums();
        cluster.kill(NAME, MOST);
    }

    /** A rebalance takes a snapshot, and the new workers begin with it. */
    @Test
    @EnabledIfSystemProperty(named = "millrace.long", matches = "true")
    void aDrainedNodeIsLeftWithAllStates() throws Exception {
        shown = Files.createDirectory(directory.resolve("shown"));
        numbers = 40_000;
        submit(2, snapshots());
        Await.until("sums are shown", MOST, () -> !lines().isEmpty());

        cluster.drain("n2");
        Await.until("drained", MOST, () -> cluster.nodes().get(1).state() == NodeInfo.State.DRAINED);
        assertThat(assignment().workers()).extracting(WorkerPlan::node).containsOnly("n1");
        assertThat(lines().size()).isLessThan((int) numbers);

        Await.until("completed", MOST, () -> cluster.list().get(0).status() == Status.COMPLETED);
        assertExactSums();
        cluster.kill(NAME, MOST);
    }

    private SavepointRecord ask(String to, Then then) {
        return cluster.savepoint(NAME, new SavepointRequest(to, then));
    }

    private SavepointRecord answered(long number) throws Exception {
        Await.until(
                "savepoint " + number + " is answered",
                MOST,
                () -> cluster.savepoint(NAME).number() == number
                        && !cluster.savepoint(NAME).isAsked());
        return cluster.savepoint(NAME);
    }

    private int emitted() throws IOException {
        return Integer.parseInt(Files.readString(shown.resolve(".emitted-0")))
                + Integer.parseInt(Files.readString(shown.resolve(".emitted-1")));
    }

    /** Asserts that each number exists once, and that the greatest sum of each key is that of all of its numbers. */
    private void assertExactSums() {
        List<Long> shownNumbers = new ArrayList<>();
        Map<Long, Long> sums = new TreeMap<>();
        for (String line : lines()) {
            String[] words = line.split(" ");
            shownNumbers.add(Long.parseLong(words[1]));
            sums.merge(Long.parseLong(words[0]), Long.parseLong(words[2]), Math::max);
        }
        List<Long> all = LongStream.range(0, numbers).boxed().toList();
        assertThat(shownNumbers.stream().sorted().toList()).isEqualTo(all);
        Map<Long, Long> expected = new TreeMap<>();
        all.forEach(number -> expected.merge(number % 7, number, Long::sum));
        assertThat(sums).isEqualTo(expected);
    }

    private List<String> lines() {
        try (Stream<Path> files = Files.list(shown)) {
            List<String> lines = new ArrayList<>();
            for (Path file : files.filter(each -> !each.getFileName().toString().startsWith("."))
                    .toList()) {
                lines.addAll(Files.readAllLines(file));
            }
            return lines;
        } catch (IOException e) {
            throw new java.io.UncheckedIOException(e);
        }
    }
}
