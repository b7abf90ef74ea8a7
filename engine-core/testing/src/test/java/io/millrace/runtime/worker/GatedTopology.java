// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.worker;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.api.Topology;
import io.millrace.api.config.Config;
import io.millrace.api.metrics.TaskMetrics;
import io.millrace.runtime.executor.Clocks;
import io.millrace.runtime.executor.Executor;
import io.millrace.runtime.plan.TaskPlan;
import io.millrace.runtime.task.WorkerIdentity;
import io.millrace.testing.stepped.SimulatedClock;
import io.millrace.testing.stepped.SteppedThreads;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.function.BooleanSupplier;
import java.util.function.IntUnaryOperator;
import java.util.function.ToLongFunction;

/**
 * A topology on one thread in which single executors can be held, or get fewer turns than others. Its clock stands
 * still, so no outcome depends on a time-out.
 */
final class GatedTopology implements AutoCloseable {

    private static final int LOOK_EVERY = 64;
    private static final int MOST_TURNS = 2_000_000;

    private final SimulatedClock clock = new SimulatedClock();
    private final SplittableRandom random;
    private final TaskPlan plan;
    private final List<WorkerAssembly> workers = new ArrayList<>();
    private final List<Executor> executors = new ArrayList<>();
    private final Map<Executor, Integer> slowness = new HashMap<>();
    private final Set<Executor> held = new HashSet<>();
    private Throwable failure;

    /**
     * @param workerOfTask number of the worker of each task, from 0; workers without tasks do not exist
     * @param directory directory for the rings; null if there is only one worker
     */
    GatedTopology(
            Topology topology,
            Config config,
            IntUnaryOperator workerOfTask,
            int executorsPerWorker,
            Path directory,
            long seed) {
        random = new SplittableRandom(seed);
        plan = new TaskPlan(topology);
        Map<Integer, String> workerNames = new TreeMap<>();
        Map<String, String> nodes = new TreeMap<>();
        for (int task : plan.tasks()) {
            String worker = "w" + workerOfTask.applyAsInt(task);
            workerNames.put(task, worker);
            nodes.put(worker, "node");
        }
        try {
            for (String worker : nodes.keySet()) {
                WorkerAssembly assembly = new WorkerAssembly(
                        new WorkerSpec(
                                new WorkerIdentity("gated", "gated", worker, "node", 1),
                                new WorkerSpec.Program(
                                        topology,
                                        config.with("topology.seed", seed + 1),
                                        getClass().getClassLoader(),
                                        () -> null),
                                new TaskPlacement(workerNames, nodes),
                                executorsPerWorker,
                                new WorkerSpec.Files(directory == null ? null : directory.resolve(worker), null),
                                null,
                                null),
                        new Clocks(clock, () -> 0),
                        Components.AUTHORS,
                        Network.tcp(clock),
                        new SteppedThreads(),
                        true,
                        cause -> failure = cause);
                workers.add(assembly);
                executors.addAll(assembly.executors());
            }
            for (Executor executor : executors) {
                executor.open();
                executor.activate(true);
            }
            var up = workers.stream().map(WorkerAssembly::endpoint).toList();
            workers.forEach(worker -> worker.peers().update(up));
        } catch (RuntimeException | Error e) {
            close();
            throw e;
        }
    }

    Executor executorOf(int task) {
        return executors.stream()
                .filter(executor -> executor.task(task) != null)
                .findFirst()
                .orElseThrow();
    }

    int executorCount() {
        return executors.size();
    }

    int task(String component, int index) {
        return plan.tasksOf(component).get(index);
    }

    /** Gives the executor of this component no more turns. */
    void hold(String component) {
        plan.tasksOf(component).forEach(task -> held.add(executorOf(task)));
    }

    void release(String component) {
        plan.tasksOf(component).forEach(task -> held.remove(executorOf(task)));
    }

    /** Gives an executor one turn for {@code times} turns of the others. */
    void slow(Executor executor, int times) {
        slowness.put(executor, times);
    }

    void slow(String component, int times) {
        plan.tasksOf(component).forEach(task -> slow(executorOf(task), times));
    }

    Executor executor(int index) {
        return executors.get(index);
    }

    /** Takes one turn of the executor of this task. */
    int turn(int task) {
        return turn(executorOf(task));
    }

    private int turn(Executor executor) {
        int work = executor.doWork();
        if (failure != null) {
            throw new AssertionError("an executor has failed", failure);
        }
        return work;
    }

    private void step() {
        Executor next = executors.get(random.nextInt(executors.size()));
        Integer times = slowness.get(next);
        if (!held.contains(next) && (times == null || random.nextInt(times) == 0)) {
            turn(next);
        }
    }

    /** Takes turns until the condition holds. Checks it and runs {@code always} every few turns. */
    void run(BooleanSupplier until, Runnable always) {
        for (int turn = 0; turn < MOST_TURNS; turn++) {
            if (turn % LOOK_EVERY == 0) {
                assertThat(Thread.currentThread().isInterrupted()).isFalse();
                always.run();
                if (until.getAsBoolean()) {
                    return;
                }
            }
            step();
        }
        throw new AssertionError("no end: " + tasks());
    }

    void run(BooleanSupplier until) {
        run(until, () -> {});
    }

    /** Takes turns until no executor has work, except those that are held. */
    void settle() {
        for (int round = 0; round < MOST_TURNS; round++) {
            int work = 0;
            assertThat(Thread.currentThread().isInterrupted()).isFalse();
            for (int patience = 0; patience < 3; patience++) {
                for (Executor executor : executors) {
                    work += held.contains(executor) ? 0 : turn(executor);
                }
            }
            if (work == 0) {
                return;
            }
        }
        throw new AssertionError("no rest: " + tasks());
    }

    List<TaskMetrics> tasks() {
        return workers.stream()
                .flatMap(worker -> worker.counts().tasks().stream())
                .toList();
    }

    long sum(String component, ToLongFunction<TaskMetrics> of) {
        return tasks().stream()
                .filter(task -> task.component().equals(component))
                .mapToLong(of)
                .sum();
    }

    /** Fails if a task holds more tuples than this. */
    void requireBounds(int inbox, int outbox) {
        assertThat(tasks()).allMatch(task -> task.inbox() <= inbox && task.outbox() <= outbox, "is bounded");
    }

    @Override
    public void close() {
        executors.forEach(Executor::close);
        workers.forEach(WorkerAssembly::close);
    }
}
