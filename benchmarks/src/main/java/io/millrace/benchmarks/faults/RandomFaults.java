// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmarks.faults;

import io.millrace.api.config.Config;
import io.millrace.api.metrics.WorkerMetrics;
import io.millrace.cluster.model.ClusterException;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;

/**
 * Processes are killed and stopped, nodes are cut off, connections are reset, and the state directory is full, at
 * random; each lasts until the next. One thread.
 */
final class RandomFaults {

    private static final int LEAST_SECONDS = 5;
    private static final int MOST_SECONDS = 15;
    private static final int REST_SECONDS = 300;

    private static final long LONG_GAP_MILLIS = 10_000;

    /** The longest time in which a sink may take nothing when the last blow has ended. */
    private static final long MOST_AFTER_MILLIS = 30_000;

    /** What processes wait for while nothing reaches a sink. */
    private static final Path EVIDENCE = Path.of("benchmarks", "target", "faults-evidence");

    private final long seed;
    private final Random random;
    private final FaultCluster cluster;
    private final Map<String, Integer> made = new TreeMap<>();
    private Scene scene;

    RandomFaults(FaultCluster cluster, long seed) {
        this.cluster = cluster;
        this.seed = seed;
        random = new Random(seed);
    }

    /** What can be done to a cluster. */
    private record Blow(String name, Fault.Action strike) {}

    private List<Blow> blows() {
        List<Blow> blows = new ArrayList<>(List.of(
                new Blow("worker-kill", one -> Daemon.signal("KILL", worker().pid())),
                new Blow("worker-stop", one -> one.stop(worker().pid())),
                new Blow("supervisor-kill", one -> cluster.supervisor(node()).kill()),
                new Blow(
                        "supervisor-stop",
                        one -> one.stop(cluster.supervisor(node()).pid())),
                new Blow("leader-kill", one -> cluster.leader().kill()),
                new Blow("leader-stop", one -> one.stop(cluster.leader().pid())),
                new Blow("zookeeper-kill", one -> cluster.zooKeeper().kill()),
                new Blow("node-kill", Kills::killNode)));
        if (cluster.setup().namespaces()) {
            blows.add(new Blow("cut", one -> cluster.hosts().cut(node(), false)));
            blows.add(new Blow("cut-out", one -> cluster.hosts().cut(node(), true)));
            blows.add(new Blow("tcp-reset", one -> cluster.hosts().reset(node())));
        }
        if (cluster.setup().smallState()) {
            blows.add(new Blow("state-full", one -> cluster.smallState().fill()));
        }
        return blows;
    }

    /** Where the state directory can be full there are snapshots. */
    private Config settings() {
        return cluster.setup().smallState() ? Disks.snapshots(cluster) : Config.empty();
    }

    FaultRow run(int seconds) throws IOException, InterruptedException {
        List<Blow> blows = blows();
        try (Flow flow = Flow.start(cluster, FaultRun.RATE, false, seconds + REST_SECONDS, settings());
                ListWatch watch = new ListWatch(cluster::client, Flow.NAME, Flow.WORKERS);
                StandstillEvidence evidence =
                        new StandstillEvidence(cluster, flow.tally(), EVIDENCE.resolve("seed-" + seed))) {
            scene = new Scene(cluster, flow);
            long began = System.nanoTime();
            long end = began + TimeUnit.SECONDS.toNanos(seconds);
            while (System.nanoTime() - end < 0) {
                Blow blow = blows.get(random.nextInt(blows.size()));
                strike(blow);
                TimeUnit.MILLISECONDS.sleep(random.nextInt(1_000 * LEAST_SECONDS, 1_000 * MOST_SECONDS + 1));
                heal();
            }
            long healed = System.nanoTime();
            boolean normal = FaultRun.awaitNormal(flow, watch);
            long ended = System.nanoTime();
            long gap = flow.tally().longestGapMillis(began, ended);
            List<Tally.Gap> gaps = flow.tally().gaps(began, ended, LONG_GAP_MILLIS);
            long after = flow.tally().longestGapMillis(healed, ended);
            evidence.end();
            Tally.Count count = flow.drain();
            print(count, gaps, watch, began, after);
            scene.check(after <= MOST_AFTER_MILLIS, "gap of " + after + " ms after the last blow had ended");
            gaps.stream()
                    .filter(one ->
                            watch.between(one.fromNanos(), one.untilNanos()).isEmpty())
                    .forEach(one -> scene.check(false, "no reason in the list for a gap of " + one.millis() + " ms"));
            scene.check(normal, "not as before");
            scene.check(
                    count.isComplete(),
                    count.lost() + " lost; " + (count.emitted() - count.acked()) + " without an ack");
            return new FaultRow(
                    "random-" + seconds,
                    "nothing is lost",
                    -1,
                    gap,
                    normal ? TimeUnit.NANOSECONDS.toMillis(ended - healed) : -1,
                    count.emitted(),
                    count.acked(),
                    count.repeated(),
                    count.lost(),
                    "",
                    made.entrySet().stream()
                            .map(one -> one.getValue() + " " + one.getKey())
                            .collect(Collectors.joining("; ")),
                    scene.broken().isEmpty() ? FaultRow.KEPT : String.join("; ", scene.broken()));
        }
    }

    private void print(Tally.Count count, List<Tally.Gap> gaps, ListWatch watch, long began, long after) {
        System.out.println("seed " + seed + ": "
                + made.values().stream().mapToInt(Integer::intValue).sum() + " faults, " + count.lost() + " lost, "
                + count.repeated() + " repeated");
        for (Tally.Gap gap : gaps) {
            List<String> reasons = watch.between(gap.fromNanos(), gap.untilNanos());
            System.out.println("a sink took nothing for " + gap.millis() + " ms, "
                    + TimeUnit.NANOSECONDS.toSeconds(gap.fromNanos() - began) + " s after the begin: "
                    + (reasons.isEmpty() ? "the list told no reason" : String.join("; ", reasons)));
        }
        System.out.println("the longest gap after the last blow had ended: " + after + " ms");
    }

    private void strike(Blow blow) throws IOException, InterruptedException {
        try {
            blow.strike().on(scene);
            made.merge(blow.name(), 1, Integer::sum);
            System.out.println(blow.name());
        } catch (ClusterException e) {
            // No worker is up, or nobody knows
            System.out.println(blow.name() + " was not possible: " + e.getMessage());
        }
    }

    private void heal() throws IOException, InterruptedException {
        if (cluster.setup().namespaces()) {
            cluster.hosts().heal();
        }
        if (cluster.setup().smallState()) {
            cluster.smallState().free();
        }
        scene.goOn();
        cluster.awaitUp();
    }

    private WorkerMetrics worker() {
        List<WorkerMetrics> workers = scene.flow().workers();
        if (workers.isEmpty()) {
            throw new ClusterException(ClusterException.Reason.NOT_FOUND, "no worker is up");
        }
        return workers.get(random.nextInt(workers.size()));
    }

    private String node() {
        List<String> nodes = cluster.hosts().nodes();
        return nodes.get(random.nextInt(nodes.size()));
    }
}
