// SPDX-License-Identifier: Apache-2.0
package io.millrace.cluster.controller;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.api.RunningTopology.Status;
import io.millrace.api.config.Config;
import io.millrace.api.metrics.TaskMetrics;
import io.millrace.cluster.Await;
import io.millrace.cluster.TestCluster;
import io.millrace.cluster.client.Cluster;
import io.millrace.cluster.model.AssignmentRecord;
import io.millrace.cluster.registry.Registry;
import io.millrace.cluster.registry.TestLeader;
import io.millrace.runtime.settings.ClusterKeys;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;

/**
 * A base for tests with real processes: ZooKeeper, a controller and two supervisors in this process, and the journals
 * of {@link JournalTopology} in a directory. All are removed after each test.
 */
public abstract class JournalCluster {

    static final Duration MOST = Duration.ofSeconds(40);
    static final String NAME = "journal";

    @TempDir
    Path directory;

    private final Map<Path, LineCount> counts = new HashMap<>();

    @AutoClose
    TestCluster daemons;

    @AutoClose
    Registry registry;

    Cluster cluster;
    TestLeader leader;
    Path journals;

    @BeforeEach
    void start() throws IOException {
        journals = Files.createDirectory(directory.resolve("journals"));
        daemons = TestCluster.start(
                directory,
                Config.empty()
                        .with(ClusterKeys.CONTROLLER_POLL_INTERVAL, Duration.ofMillis(50))
                        .with(ClusterKeys.WORKER_BACKOFF_MAX, Duration.ofMillis(200))
                        .with(settings()));
        startSupervisor("n1");
        startSupervisor("n2");
        cluster = daemons.client();
        registry = Registry.connect(daemons.config());
        leader = new TestLeader(registry);
    }

    /** Returns additional settings of the daemons. */
    Config settings() {
        return Config.empty();
    }

    /** Returns the region of a node. */
    String region(String node) {
        return ClusterKeys.NODE_REGION.defaultValue();
    }

    /** Whether a node takes no tasks, and relays. */
    boolean relays(String node) {
        return false;
    }

    void startSupervisor(String node) {
        daemons.startNode(
                node,
                Config.empty().with(ClusterKeys.NODE_REGION, region(node)).with(ClusterKeys.NODE_RELAY, relays(node)));
    }

    /** Stops the sources, and checks that every number was counted once. */
    void assertExact() throws Exception {
        Files.createFile(journals.resolve("stop"));
        Await.until("completed", MOST, () -> cluster.list().get(0).status() == Status.COMPLETED);
        List<Long> numbers = numbers("count");
        for (int source = 0; source < 2; source++) {
            List<Long> own = new ArrayList<>();
            for (long number : numbers) {
                if (number % 2 == source) {
                    own.add(number);
                }
            }
            List<Long> sorted = own.stream().sorted().toList();
            for (int i = 0; i < sorted.size(); i++) {
                assertThat(sorted.get(i)).as("number counted").isEqualTo(2L * i + source);
            }
        }
        assertThat(Set.copyOf(numbers("numbers"))).isEqualTo(Set.copyOf(numbers));
        Map<String, Long> last = pids();
        cluster.kill(NAME, MOST);
        assertThat(last.values())
                .allMatch(pid ->
                        ProcessHandle.of(pid).filter(ProcessHandle::isAlive).isEmpty());
        daemons.assertNoFileLeft();
    }

    AssignmentRecord assignment() {
        return leader.assignment(NAME).orElseThrow().value();
    }

    long failed() {
        return cluster.metrics(NAME).sum("numbers", TaskMetrics::failed);
    }

    Map<String, Long> pids() {
        return daemons.pids(NAME);
    }

    /** Returns the counted numbers; reads only lines that were written since the last call, as conditions ask often. */
    long counted() {
        long all = 0;
        for (int index = 0; index < 2; index++) {
            all += counts.computeIfAbsent(journals.resolve("count-" + index), LineCount::new)
                    .now();
        }
        return all;
    }

    List<Long> numbers(String component) {
        return lines(component)
                .map(line -> Long.parseLong(line.substring(0, line.indexOf(' '))))
                .toList();
    }

    /** Returns the times at which numbers were counted, ascending. */
    long[] times() {
        return lines("count")
                .mapToLong(line -> Long.parseLong(line.substring(line.indexOf(' ') + 1)))
                .sorted()
                .toArray();
    }

    /** Returns all complete lines of a component's journals. */
    private Stream<String> lines(String component) {
        return IntStream.range(0, 2)
                .mapToObj(index -> journals.resolve(component + "-" + index))
                .filter(Files::exists)
                .flatMap(JournalCluster::wholeLines);
    }

    private static Stream<String> wholeLines(Path file) {
        try {
            String text = Files.readString(file);
            return text.substring(0, text.lastIndexOf('\n') + 1).lines();
        } catch (IOException e) {
            throw new java.io.UncheckedIOException(e);
        }
    }
}
