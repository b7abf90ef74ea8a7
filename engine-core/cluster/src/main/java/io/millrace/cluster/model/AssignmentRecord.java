// SPDX-License-Identifier: Apache-2.0
package io.millrace.cluster.model;

import io.millrace.api.config.Config;
import io.millrace.api.config.NodeLink;
import io.millrace.api.config.TopologyKeys;
import io.millrace.api.json.Inline;
import io.millrace.cluster.model.RebalanceRecord.Phase;
import io.millrace.runtime.worker.NearRegions;
import io.millrace.runtime.worker.TaskPlacement;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * The placement of a topology's tasks, and the state of its rebalance.
 *
 * @param epoch the epoch, which grows with every change
 * @param workers the current workers; every task that is not dormant is in one of them
 * @param names the number of worker names used so far, as no name is used twice; 0 before the first rebalance
 * @param rebalance the current or last rebalance, or null
 * @param adjustments the numbers of components that were changed after the submission, and near regions
 * @param unawaited workers beside the current ones
 */
public record AssignmentRecord(
        String topologyId,
        long epoch,
        List<WorkerPlan> workers,
        int names,
        RebalanceRecord rebalance,
        @Inline Adjustments adjustments,
        @Inline Unawaited unawaited) {

    /**
     * Workers that come and go without a rebalance, and for which no step waits.
     *
     * @param relays workers without tasks
     * @param joined workers of tasks that were dormant, one each: they come and go with their nodes
     */
    public record Unawaited(List<WorkerPlan> relays, List<WorkerPlan> joined) {

        public static final Unawaited NONE = new Unawaited(List.of(), List.of());

        public Unawaited {
            // Records of earlier engines do not have this field
            relays = relays == null ? List.of() : List.copyOf(relays);
            joined = joined == null ? List.of() : List.copyOf(joined);
        }
    }

    public AssignmentRecord(String topologyId, long epoch, List<WorkerPlan> workers) {
        this(topologyId, epoch, workers, 0, null, Adjustments.NONE, Unawaited.NONE);
    }

    public Map<String, Integer> parallelism() {
        return adjustments.parallelism();
    }

    public Map<String, Integer> tasks() {
        return adjustments.tasks();
    }

    public NearRegions near() {
        return adjustments.near();
    }

    public List<WorkerPlan> relays() {
        return unawaited.relays();
    }

    public List<WorkerPlan> joined() {
        return unawaited.joined();
    }

    public AssignmentRecord with(List<WorkerPlan> others) {
        return with(others, rebalance);
    }

    /** Returns the next epoch of this assignment, with these workers and this state of a rebalance. */
    public AssignmentRecord with(List<WorkerPlan> others, RebalanceRecord now) {
        return new AssignmentRecord(topologyId, epoch + 1, List.copyOf(others), names, now, adjustments, unawaited);
    }

    public AssignmentRecord withParallelism(Map<String, Integer> changed) {
        return with(new Adjustments(Map.copyOf(changed), tasks(), near()));
    }

    public AssignmentRecord withTasks(Map<String, Integer> changed) {
        return with(new Adjustments(parallelism(), changed, near()));
    }

    public AssignmentRecord withNear(NearRegions changed) {
        return with(new Adjustments(parallelism(), tasks(), changed));
    }

    private AssignmentRecord with(Adjustments changed) {
        return new AssignmentRecord(topologyId, epoch, workers, names, rebalance, changed, unawaited);
    }

    /** Returns this assignment with so many worker names used. */
    public AssignmentRecord withNames(int used) {
        return new AssignmentRecord(topologyId, epoch, workers, used, rebalance, adjustments, unawaited);
    }

    /** Returns the next epoch of this assignment, with these workers without tasks. */
    public AssignmentRecord withRelays(List<WorkerPlan> others) {
        return with(new Unawaited(others, joined()));
    }

    /** Returns the next epoch of this assignment, with these workers of tasks that were dormant. */
    public AssignmentRecord withJoined(List<WorkerPlan> others) {
        return with(new Unawaited(relays(), others));
    }

    private AssignmentRecord with(Unawaited others) {
        return new AssignmentRecord(topologyId, epoch + 1, workers, names, rebalance, adjustments, others);
    }

    /** Returns a worker that should run, current or new, with or without tasks. */
    public Optional<WorkerPlan> worker(String name) {
        return started().stream().filter(plan -> plan.worker().equals(name)).findFirst();
    }

    /** Returns all workers that should run: those with tasks, and relays. */
    public List<WorkerPlan> started() {
        return Stream.concat(withSlots().stream(), relays().stream()).toList();
    }

    /** Returns all workers with tasks that should run, each of which takes a slot. */
    public List<WorkerPlan> withSlots() {
        return Stream.concat(wanted().stream(), joined().stream()).toList();
    }

    /** Returns the workers with tasks, except the new ones of a rebalance. */
    public List<WorkerPlan> present() {
        return Stream.concat(workers.stream(), joined().stream()).toList();
    }

    /** Returns the current workers, and the new ones of a rebalance, except those that come and go without one. */
    public List<WorkerPlan> wanted() {
        if (!rebalancing()) {
            return workers;
        }
        List<WorkerPlan> wanted = new ArrayList<>(workers);
        rebalance.next().stream().filter(plan -> !wanted.contains(plan)).forEach(wanted::add);
        return wanted;
    }

    public boolean rebalancing() {
        return rebalance != null && rebalance.phase().goesOn();
    }

    /** Whether spouts must not emit, regardless of the topology's status. */
    public boolean pauses() {
        return rebalance != null && rebalance.phase().pauses();
    }

    /** Whether a worker must not open its components yet, because earlier workers of its tasks may still run. */
    public boolean defersOpening(String worker) {
        return rebalancing() && rebalance.fresh().contains(worker);
    }

    /**
     * Returns the assignment number in the {@link io.millrace.runtime.snapshot.Term} of a start of a worker under this
     * assignment. While a rebalance goes on, it is greater for each new worker than for each earlier one, whenever they
     * start: the new coordinator takes over, also if the earlier one was killed meanwhile and has started again.
     */
    public long termFor(String worker) {
        if (!rebalancing()) {
            return epoch;
        }
        return rebalance.fresh().contains(worker) ? rebalance.number() : rebalance.number() - 1;
    }

    /** Returns the workers as this worker sees them: a new one already sees the workers after the rebalance. */
    public List<WorkerPlan> workersFor(String worker) {
        return defersOpening(worker) && rebalance.phase() != Phase.HANDOVER ? rebalance.next() : workers;
    }

    /** Returns the {@link #parallelism} as this worker sees it: a new one already sees that after the rebalance. */
    public Map<String, Integer> parallelismFor(String worker) {
        return defersOpening(worker) ? rebalance.parallelism() : parallelism();
    }

    /** Returns the {@link #tasks} as this worker sees it: a new one already sees that after the rebalance. */
    public Map<String, Integer> tasksFor(String worker) {
        return defersOpening(worker) && rebalance.rescales() ? rebalance.tasks() : tasks();
    }

    /** Returns the near regions as this worker sees them: a new one already sees those after the rebalance. */
    public NearRegions nearFor(String worker) {
        return defersOpening(worker) ? rebalance.near() : near();
    }

    public TaskPlacement routingFor(String worker) {
        List<WorkerPlan> all =
                Stream.concat(workersFor(worker).stream(), joined().stream()).toList();
        return new TaskPlacement(workerOfTask(all), nodeOfWorker(all), epoch());
    }

    public Map<Integer, String> workerOfTask() {
        return workerOfTask(present());
    }

    public Map<String, String> nodeOfWorker() {
        return nodeOfWorker(present());
    }

    /** Returns whether this worker has peers on other nodes, as it sees the workers, so that it needs a transport. */
    public boolean spansNodesFor(String worker) {
        return spansNodes(workersFor(worker));
    }

    /**
     * Returns whether each of these workers has a transport. One without a transport cannot get one later.
     *
     * @param config of the topology
     */
    public static boolean haveTransports(List<WorkerPlan> workers, Map<String, String> config) {
        return spansNodes(workers) || Config.of(config).get(TopologyKeys.NODE_LINK) == NodeLink.TCP;
    }

    public static boolean spansNodes(List<WorkerPlan> workers) {
        return workers.stream().map(WorkerPlan::node).distinct().count() > 1;
    }

    /** Returns the highest number that a worker name ever had. */
    public int lastName() {
        return Stream.concat(withSlots().stream(), rebalancing() ? rebalance.leaving().stream() : Stream.empty())
                .map(plan -> plan.worker().substring(1))
                .filter(number -> number.matches("[0-9]{1,9}"))
                .mapToInt(Integer::parseInt)
                .reduce(names, Math::max);
    }

    public static Map<Integer, String> workerOfTask(List<WorkerPlan> workers) {
        Map<Integer, String> workerOfTask = new TreeMap<>();
        workers.forEach(plan -> plan.tasks().forEach(task -> workerOfTask.put(task, plan.worker())));
        return workerOfTask;
    }

    public static Map<String, String> nodeOfWorker(List<WorkerPlan> workers) {
        Map<String, String> nodeOfWorker = new LinkedHashMap<>();
        workers.forEach(plan -> nodeOfWorker.put(plan.worker(), plan.node()));
        return nodeOfWorker;
    }
}
