// SPDX-License-Identifier: Apache-2.0
package io.millrace.cluster.controller;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.api.config.Config;
import io.millrace.api.config.TopologyKeys;
import io.millrace.api.metrics.ExecutorMetrics;
import io.millrace.api.rebalance.RebalanceReport;
import io.millrace.api.rebalance.RebalanceRequest;
import io.millrace.cluster.Await;
import io.millrace.cluster.client.Submission;
import io.millrace.cluster.controller.rebalance.RebalanceProtocol;
import io.millrace.cluster.embedded.Diagnosis;
import io.millrace.cluster.embedded.Jars;
import io.millrace.cluster.model.Adjustments;
import io.millrace.cluster.model.AssignmentRecord;
import io.millrace.cluster.model.ClusterException;
import io.millrace.cluster.model.RebalanceRecord.Moves;
import io.millrace.cluster.model.RebalanceRecord.Phase;
import io.millrace.cluster.model.WorkerPlan;
import io.millrace.cluster.registry.ClusterWatch;
import io.millrace.cluster.registry.Versioned;
import io.millrace.runtime.worker.ExecutorEndpoint;
import io.millrace.runtime.worker.NearRegions;
import io.millrace.runtime.worker.PeerEndpoint;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;

/** Tasks move between worker processes on two nodes while numbers are counted exactly. */
@Timeout(150)
@ExtendWith(Diagnosis.class)
class RebalanceIT extends JournalCluster {

    private static final boolean LONG = Boolean.getBoolean("millrace.long");

    private static final long PER_SECOND = 2_000;

    @Tag("long")
    @Test
    void oneTaskThenHalfThenAllMoveUnderLoadAndOthersGoOn() throws Exception {
        int workers = LONG ? 3 : 2;
        submit(workers, 1);
        Map<String, Long> pids = pids();

        Gaps one = moving("1 task of 6", this::moveOneTask);
        assertThat(pids().entrySet()).containsAnyElementsOf(pids.entrySet());
        assertThat(assignment().workers()).hasSize(workers + 1);
        if (LONG) {
            System.out.println(moving("3 tasks of 6", this::moveHalf));
        }
        pids = pids();
        Gaps all = moving("6 tasks of 6", this::moveAll);
        assertThat(pids()).doesNotContainKeys(pids.keySet().toArray(String[]::new));

        System.out.println(one + "\n" + all);
        // All tuples were drained, so none was repeated since the last workers started
        assertThat(failed()).isZero();
        assertExact();
    }

    /** With -Plong the faults come one after the other, and more of them; else those that end other processes. */
    @Tag("long")
    @Test
    void whateverDiesMeanwhileNothingIsLostOrCountedTwice() throws Exception {
        submit(2, 1);
        if (LONG) {
            newWorkersAndControllersDieAtItsStart();
        }
        oldWorkersDieInThePauseAndAtTheHandover();
        if (LONG) {
            controllersDieInThePause();
        }
        newWorkersControllersAndSupervisorsDieAtTheHandover();

        long before = counted();
        Await.until("it goes on", MOST, () -> counted() > before + 100);
        assertExact();
    }

    private void newWorkersAndControllersDieAtItsStart() throws Exception {
        AssignmentRecord begun = moveOneTask();
        at(Phase.STARTING, () -> kill(begun.rebalance().fresh().get(0)));
        at(Phase.STARTING, daemons::restartController);
        assertThat(ended(begun).rebalance().phase()).isEqualTo(Phase.DONE);
    }

    private void oldWorkersDieInThePauseAndAtTheHandover() throws Exception {
        AssignmentRecord begun = moveHalf();
        at(Phase.PAUSING, () -> kill(begun.workers().get(0).worker()));
        at(Phase.HANDOVER, () -> kill(begun.rebalance().leaving().get(0).worker()));
        assertThat(ended(begun).rebalance().phase()).isEqualTo(Phase.DONE);
    }

    private void controllersDieInThePause() throws Exception {
        AssignmentRecord begun = moveAll();
        at(Phase.PAUSING, daemons::restartController);
        assertThat(ended(begun).rebalance().phase()).isEqualTo(Phase.DONE);
    }

    private void newWorkersControllersAndSupervisorsDieAtTheHandover() throws Exception {
        AssignmentRecord begun = moveAll();
        at(Phase.HANDOVER, () -> {
            kill(begun.rebalance().fresh().get(0));
            daemons.restartController();
            daemons.stopNode("n1");
            startSupervisor("n1");
        });
        assertThat(ended(begun).rebalance().phase()).isEqualTo(Phase.DONE);
    }

    @Tag("long")
    @Test
    void aRebalanceThatCannotStartItsWorkersIsTakenBack() throws Exception {
        submit(2, 1);
        Map<String, Long> pids = pids();
        AssignmentRecord begun = moveOneTask();
        Await.until("the controller knows", MOST, () -> cluster.rebalance(NAME).goesOn());
        assertThatThrownBy(() -> cluster.rebalance(NAME, new RebalanceRequest(false, "even", 2, Map.of())))
                .isInstanceOf(ClusterException.class)
                .hasMessageContaining("is being rebalanced");
        Versioned<AssignmentRecord> now = leader.assignment(NAME).orElseThrow();
        leader.assign(NAME, RebalanceProtocol.cancel(now.value(), "for a test"), now.version());

        assertThat(ended(begun).rebalance().phase()).isEqualTo(Phase.CANCELLED);
        long before = counted();
        Await.until("it goes on", MOST, () -> counted() > before + 100);
        Await.until(
                "the new workers are gone",
                MOST,
                () -> pids().equals(pids)
                        && leader.lastStart(NAME, begun.rebalance().fresh().get(0))
                                .isEmpty());
        assertExact();
    }

    @Test
    void theCommandMovesATopologyToAnotherNumberOfWorkers() throws Exception {
        submit(3, 1);
        RebalanceReport dry = cluster.rebalance(NAME, new RebalanceRequest(true, "even", 2, Map.of()));
        assertThat(dry.changes()).isTrue();
        assertThat(dry.number()).isZero();
        assertThat(assignment().rebalance()).isNull();

        RebalanceReport report = cluster.rebalance(NAME, new RebalanceRequest(false, "even", 2, Map.of()));
        Await.until("done", MOST, () -> cluster.rebalance(NAME).isDone());

        assertThat(cluster.rebalance(NAME).number()).isEqualTo(report.number());
        assertThat(assignment().workers()).hasSize(2);
        assertThat(report.placement().isTrafficMeasured()).isTrue();
        assertThat(report.placement().before().messagesPerSecond()).isPositive();
        assertThatThrownBy(() -> cluster.rebalance(NAME, new RebalanceRequest(true, null, 7, Map.of())))
                .hasMessageContaining("6 tasks");
        assertThatThrownBy(() -> cluster.rebalance(NAME, new RebalanceRequest(true, null, 0, Map.of("count", 4))))
                .hasMessageContaining("has 2 tasks");
        assertExact();
    }

    @Tag("long")
    @Test
    void theExecutorsOfAComponentChangeInItsWorkerOnlyAndStaySo() throws Exception {
        submit(2, 2);
        ended(begin(
                List.of(new WorkerPlan("", "n1", 2, List.of(1, 2, 3, 4)), new WorkerPlan("", "n2", 2, List.of(5, 6)))));
        Await.until("both sinks are up", MOST, () -> executorsOfSinks().size() == 2);
        String sinks = workerOf(5);
        Map<String, Long> pids = pids();

        RebalanceReport report = cluster.rebalance(NAME, executors(Map.of("count", 1)));
        assertThat(report.workers().regrouping())
                .extracting(RebalanceReport.Place::worker)
                .containsExactly(sinks);
        assertThat(report.workers().starting()).isEmpty();
        Await.until("done", MOST, () -> cluster.rebalance(NAME).isDone());
        Await.until(
                "the sinks share an executor", MOST, () -> executorsOfSinks().equals(List.of(List.of(5, 6))));
        assertThat(pids()).as("processes").isEqualTo(pids);

        // Another leader and another process see the setting
        daemons.restartController();
        long epoch = epochOf(workerOf(5));
        kill(workerOf(5));
        assertThat(executorsAfter(epoch, workerOf(5))).containsExactly(List.of(5, 6));
        assertThat(cluster.describe(NAME).components().get(2))
                .returns(1, part -> part.counts().parallelism())
                .returns(1, part -> part.counts().executors());
        assertThat(cluster.rebalance(NAME, executors(Map.of("count", 1))).changes())
                .isFalse();

        cluster.rebalance(NAME, executors(Map.of("count", 2, "pass", 2)));
        Await.until("done", MOST, () -> cluster.rebalance(NAME).isDone());
        Await.until("each its own again", MOST, () -> executorsOfSinks().size() == 2);
        assertExact();
    }

    private static RebalanceRequest executors(Map<String, Integer> wanted) {
        return new RebalanceRequest(false, null, 0, wanted);
    }

    /** Returns the tasks that share an executor with one of the sinks. */
    private List<List<Integer>> executorsOfSinks() {
        return cluster.metrics(NAME).executors().stream()
                .map(ExecutorMetrics::tasks)
                .filter(tasks -> tasks.contains(5) || tasks.contains(6))
                .toList();
    }

    private long epochOf(String worker) throws Exception {
        return leader.lastStart(NAME, worker).orElseThrow().epoch();
    }

    /** Returns the executors in the registration of a worker with a later epoch. */
    private List<List<Integer>> executorsAfter(long epoch, String worker) throws Exception {
        try (ClusterWatch watch = ClusterWatch.topology(registry, NAME, () -> {})) {
            Await.until(
                    "another process",
                    MOST,
                    () -> watch.ready()
                            && endpoint(watch, worker) != null
                            && endpoint(watch, worker).epoch() > epoch);
            return endpoint(watch, worker).executors().stream()
                    .map(ExecutorEndpoint::tasks)
                    .toList();
        }
    }

    private String workerOf(int task) {
        return assignment().workerOfTask().get(task);
    }

    /** A fault in the cluster. */
    private interface Harm {
        void run() throws Exception;
    }

    /** Injects a fault when a phase is reached, or a later one if the phase was too short to be seen. */
    private void at(Phase phase, Harm harm) throws Exception {
        Await.until(phase.name(), MOST, () -> assignment().rebalance().phase().ordinal() >= phase.ordinal());
        harm.run();
    }

    /** Kills a worker, after its registration if it is starting. */
    private void kill(String worker) throws Exception {
        try (ClusterWatch watch = ClusterWatch.topology(registry, NAME, () -> {})) {
            Await.until(
                    worker + " is up",
                    MOST,
                    () -> watch.ready() && (assignment().worker(worker).isEmpty() || endpoint(watch, worker) != null));
            PeerEndpoint endpoint = endpoint(watch, worker);
            if (endpoint != null) {
                ProcessHandle.of(endpoint.pid()).ifPresent(ProcessHandle::destroyForcibly);
            }
        }
    }

    private static PeerEndpoint endpoint(ClusterWatch watch, String worker) {
        return watch.view().topologies().get(NAME).workers().get(worker);
    }

    private void submit(int workers, int executors) throws Exception {
        Path jar = Jars.of(directory.resolve("journal.jar"), JournalTopology.class, "");
        cluster.submit(new Submission(
                NAME,
                JournalTopology.counting(journals, PER_SECOND),
                // The tasks are distributed so that each worker has as many tasks, on which the moves rely
                Config.empty()
                        .with(TopologyKeys.WORKERS, workers)
                        .with(TopologyKeys.EXECUTORS, executors)
                        .with(TopologyKeys.SCHEDULER_ALGORITHM, "even"),
                jar,
                null));
        Await.until("numbers are counted", MOST, () -> counted() > 200);
    }

    /** Starts a rebalance to these workers, as the controller does, and returns it. */
    private AssignmentRecord begin(List<WorkerPlan> next) {
        Versioned<AssignmentRecord> running = leader.assignment(NAME).orElseThrow();
        AssignmentRecord now = running.value();
        List<WorkerPlan> named = new ArrayList<>();
        List<String> fresh = new ArrayList<>();
        int names = now.lastName();
        for (WorkerPlan plan : next) {
            if (now.workers().contains(plan)) {
                named.add(plan);
            } else {
                named.add(new WorkerPlan("w" + ++names, plan.node(), plan.executors(), plan.tasks()));
                fresh.add("w" + names);
            }
        }
        List<WorkerPlan> leaving =
                now.workers().stream().filter(plan -> !named.contains(plan)).toList();
        AssignmentRecord begun = RebalanceProtocol.begin(
                now,
                new Moves(named, fresh, leaving, List.of()),
                new Adjustments(now.parallelism(), Map.of(), NearRegions.NONE));
        leader.assign(NAME, begun, running.version());
        return begun;
    }

    /** Begins to move the last task of the last worker to a worker of its own on the other node. */
    private AssignmentRecord moveOneTask() {
        List<WorkerPlan> next = new ArrayList<>(assignment().workers());
        WorkerPlan from = next.remove(next.size() - 1);
        List<Integer> stay = from.tasks().subList(0, from.tasks().size() - 1);
        int moved = from.tasks().get(from.tasks().size() - 1);
        next.add(new WorkerPlan("", from.node(), 1, stay));
        next.add(new WorkerPlan("", other(from.node()), 1, List.of(moved)));
        return begin(next);
    }

    /** Begins to move the workers with three of the tasks to the other node. */
    private AssignmentRecord moveHalf() {
        List<WorkerPlan> next = new ArrayList<>();
        int moved = 0;
        for (WorkerPlan plan : assignment().workers()) {
            boolean moves = moved + plan.tasks().size() <= 3;
            moved += moves ? plan.tasks().size() : 0;
            next.add(moves ? new WorkerPlan("", other(plan.node()), 1, plan.tasks()) : plan);
        }
        assertThat(moved).isEqualTo(3);
        return begin(next);
    }

    private AssignmentRecord moveAll() {
        return begin(assignment().workers().stream()
                .map(plan -> new WorkerPlan("", other(plan.node()), 1, plan.tasks()))
                .toList());
    }

    private static String other(String node) {
        return node.equals("n1") ? "n2" : "n1";
    }

    /** The effect of a rebalance under load on the flow of numbers into the sinks. */
    private record Gaps(
            String moved, long restMillis, long p99Micros, long longestMillis, Map<Phase, Long> phaseMillis) {
        @Override
        public String toString() {
            return "moving " + moved + ": longest gap between two counted numbers " + longestMillis + " ms, p99 "
                    + p99Micros + " us (longest gap before it " + restMillis + " ms), ms from request to "
                    + phaseMillis;
        }
    }

    private interface Beginning {
        AssignmentRecord begin();
    }

    private Gaps moving(String what, Beginning beginning) throws Exception {
        long before = counted();
        Await.until("an undisturbed second", MOST, () -> counted() > before + PER_SECOND / 2);
        long from = System.nanoTime();
        AssignmentRecord begun = beginning.begin();
        Map<Phase, Long> phases = new EnumMap<>(Phase.class);
        AssignmentRecord ended = ended(begun, phases);
        assertThat(ended.rebalance().phase()).isEqualTo(Phase.DONE);
        long after = counted();
        Await.until("it goes on", MOST, () -> counted() > after + PER_SECOND / 2);
        long[] all = times();
        long[] during = gaps(all, from, System.nanoTime());
        long[] rest = gaps(all, 0, from);
        return new Gaps(
                what,
                rest[rest.length - 1] / 1_000_000,
                during[during.length * 99 / 100] / 1_000,
                during[during.length - 1] / 1_000_000,
                phases);
    }

    private AssignmentRecord ended(AssignmentRecord begun) throws Exception {
        return ended(begun, new EnumMap<>(Phase.class));
    }

    private AssignmentRecord ended(AssignmentRecord begun, Map<Phase, Long> phaseMillis) throws Exception {
        long from = System.nanoTime();
        Await.until("the end of the rebalance", MOST, () -> {
            AssignmentRecord now = assignment();
            phaseMillis.putIfAbsent(now.rebalance().phase(), (System.nanoTime() - from) / 1_000_000);
            return !now.rebalancing();
        });
        assertThat(assignment().rebalance().number())
                .isEqualTo(begun.rebalance().number());
        return assignment();
    }

    /** Returns the times between two numbers that were counted one after the other in an interval, ascending. */
    private static long[] gaps(long[] times, long from, long to) {
        long[] within =
                LongStream.of(times).filter(time -> time > from && time <= to).toArray();
        return IntStream.range(1, within.length)
                .mapToLong(i -> within[i] - within[i - 1])
                .sorted()
                .toArray();
    }
}
