// SPDX-License-Identifier: Apache-2.0
package io.millrace.connectors.files.faults;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.api.Jars;
import io.millrace.api.Millrace;
import io.millrace.api.config.Config;
import io.millrace.api.metrics.WorkerMetrics;
import io.millrace.cluster.model.ClusterException;
import io.millrace.cluster.model.TopologyDescription.Place;
import io.millrace.cluster.model.TopologyInfo;
import io.millrace.connectors.files.FileSource;
import io.millrace.connectors.files.faults.NumberedLines.Tally;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;

/** A topology that counts lines on a cluster, with the lines and the snapshots in a directory of its own. */
final class CountingRun {

    private static final int ENOUGH_SNAPSHOTS = 30;
    private static final int AT_ONCE = 10;

    private final ProcessCluster cluster;
    private final String name;
    private final Path state;
    private final NumberedLines lines;

    CountingRun(ProcessCluster cluster, String name, Path directory) throws IOException {
        this.cluster = cluster;
        this.name = name;
        Path own = Files.createDirectory(directory.resolve(name));
        state = Files.createDirectory(own.resolve("state"));
        lines = new NumberedLines(own);
    }

    NumberedLines lines() {
        return lines;
    }

    Path state() {
        return state;
    }

    Config settings() {
        return cluster.snapshots(state);
    }

    /** Begins, and returns when first lines are visible. */
    CountingRun submit(Config more) throws Exception {
        try (Millrace millrace = cluster.connect()) {
            millrace.submit(
                    name,
                    CountingTopology.of(lines.input(), lines.output()),
                    settings().with(more),
                    Jars.of(CountingTopology.class, FileSource.class));
        }
        progress();
        return this;
    }

    /** Appends lines until one of them is visible. */
    void progress() throws Exception {
        int before = lines.written();
        ProcessCluster.await(name + ": lines are visible", () -> {
            lines.append();
            lines.look();
            return lines.isVisibleFrom(before);
        });
    }

    /** Appends lines until the sinks have written some that they do not make visible. */
    void awaitHiddenProgress() throws Exception {
        long before = lines.hiddenBytes();
        ProcessCluster.await(name + ": lines are written, but not visible", () -> {
            for (int i = 0; i < AT_ONCE; i++) {
                lines.append();
            }
            return lines.hiddenBytes() > before;
        });
    }

    /** Returns when further snapshots were committed. */
    void awaitSnapshots(int count) throws Exception {
        Set<Long> ids = new HashSet<>();
        ProcessCluster.await(name + ": snapshots", () -> {
            ids.add(cluster.client().snapshots(name, 0).lastId());
            return ids.size() > count;
        });
    }

    /** Returns when all is visible, or when so many snapshots have shown nothing new that nothing will be. */
    Tally drained() throws Exception {
        Set<Long> snapshots = new HashSet<>();
        int[] visible = {0};
        ProcessCluster.await(name + ": the last lines are visible", () -> {
            lines.look();
            if (lines.visible() > visible[0]) {
                visible[0] = lines.visible();
                snapshots.clear();
            }
            snapshots.add(cluster.client().snapshots(name, 0).lastId());
            return visible[0] == lines.written() || snapshots.size() > ENOUGH_SNAPSHOTS;
        });
        return lines.tally();
    }

    /** Each line has come out once; then the topology is killed and leaves no file beside its results. */
    Tally assertExact(String of) throws Exception {
        Tally tally = drained();
        assertThat(tally.isExact()).as("%s: %s", of, tally).isTrue();
        kill();
        assertThat(lines.hidden()).isEmpty();
        return tally;
    }

    /** What the list of topologies has of it. */
    Optional<TopologyInfo> listed() {
        return cluster.client().list().stream()
                .filter(info -> info.name().equals(name))
                .findFirst();
    }

    void kill() {
        cluster.client().kill(name, Duration.ofSeconds(60));
    }

    /** The workers that are up and meet a condition, of which there is one at least. */
    List<WorkerMetrics> workers(Predicate<WorkerMetrics> condition) throws Exception {
        return ProcessCluster.awaitValue(name + ": a worker is up", () -> {
            lines.append();
            List<WorkerMetrics> found = workersNow().stream().filter(condition).toList();
            return found.isEmpty() ? Optional.empty() : Optional.of(found);
        });
    }

    /** The workers that are up; none while nobody can be asked. */
    List<WorkerMetrics> workersNow() {
        try {
            return cluster.client().metrics(name).workers().stream()
                    .filter(WorkerMetrics::registered)
                    .toList();
        } catch (ClusterException e) {
            return List.of();
        }
    }

    /**
     * Whether it has the coordinator: that worker has the lowest task. Nobody is known to have it while nobody can be
     * asked.
     */
    boolean isCoordinator(WorkerMetrics worker) {
        try {
            return cluster.client().describe(name).placement().stream()
                    .min(Comparator.comparingInt(Place::task))
                    .filter(lowest -> lowest.worker().equals(worker.worker()))
                    .isPresent();
        } catch (ClusterException e) {
            return false;
        }
    }

    /** Returns when a worker has logged a line with this. */
    void awaitLog(String part) throws Exception {
        ProcessCluster.await(name + ": a worker logs " + part, () -> {
            lines.append();
            for (Path log : cluster.logs(name)) {
                if (Files.readString(log).contains(part)) {
                    return true;
                }
            }
            return false;
        });
    }
}
