// SPDX-License-Identifier: Apache-2.0
package io.millrace.testing.stepped;

import io.millrace.runtime.executor.Executor;
import io.millrace.testing.network.SimulatedNetwork;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.function.Consumer;

/** All that can take turns in a stepped topology. The seed chooses the next one. Confined to the stepping thread. */
final class SteppedTurns {

    private final SimulatedClock clock;
    private final SimulatedNetwork network;
    private final SplittableRandom random;
    private final List<SteppedAgent> agents = new ArrayList<>();
    private final List<SteppedAgent> runnable = new ArrayList<>();

    /** The threads of each running worker. */
    private final Map<String, SteppedThreads> threads = new TreeMap<>();

    /** The threads that have work, by worker. */
    private final List<Map.Entry<String, SteppedThreads>> busy = new ArrayList<>();

    private final List<IsolatedWorker> isolated = new ArrayList<>();
    private String last = "";

    SteppedTurns(SimulatedClock clock, SimulatedNetwork network, long seed) {
        this.clock = clock;
        this.network = network;
        this.random = new SplittableRandom(seed);
    }

    void add(SteppedAgent agent) {
        agents.add(agent);
    }

    void add(String worker, SteppedThreads beside) {
        threads.put(worker, beside);
    }

    /** Removes the threads of a worker. */
    SteppedThreads removeThreads(String worker) {
        return threads.remove(worker);
    }

    void removeAgents(Collection<Executor> executors) {
        agents.removeIf(agent -> executors.contains(agent.executor()));
    }

    /** Adds an isolated worker, whose agents go on after its pause. */
    void add(IsolatedWorker cut) {
        isolated.add(cut);
        agents.stream()
                .filter(agent -> cut.has(agent.executor()))
                .forEach(agent -> agent.pauseUntil(cut.pausedUntil()));
    }

    void endIsolated() {
        endIsolated(List.copyOf(isolated));
    }

    void endFailedIsolated() {
        endIsolated(isolated.stream().filter(IsolatedWorker::hasFailed).toList());
    }

    private void endIsolated(List<IsolatedWorker> ended) {
        for (IsolatedWorker each : ended) {
            agents.removeIf(agent -> each.has(agent.executor()));
            each.end();
        }
        isolated.removeAll(ended);
    }

    void clear() {
        threads.clear();
        agents.clear();
    }

    /** Lets no executor of the worker take a turn before this time. */
    void pause(String worker, long until) {
        agents.stream().filter(agent -> agent.worker().equals(worker)).forEach(agent -> agent.pauseUntil(until));
    }

    void forEachExecutor(Consumer<Executor> command) {
        agents.forEach(agent -> command.accept(agent.executor()));
    }

    /** Takes one turn. Returns 0 if there was no work. */
    int step() {
        runnable.clear();
        for (SteppedAgent agent : agents) {
            if (agent.isRunnable(clock.getAsLong())) {
                runnable.add(agent);
            }
        }
        busy.clear();
        for (Map.Entry<String, SteppedThreads> beside : threads.entrySet()) {
            if (beside.getValue().hasWork()) {
                busy.add(beside);
            }
        }
        for (IsolatedWorker each : isolated) {
            if (each.hasWork(clock.getAsLong())) {
                busy.add(Map.entry(each.name(), each.threads()));
            }
        }
        int chosen = random.nextInt(runnable.size() + busy.size() + 1);
        if (chosen < runnable.size()) {
            last = runnable.get(chosen).worker();
            return runnable.get(chosen).step();
        }
        if (chosen < runnable.size() + busy.size()) {
            Map.Entry<String, SteppedThreads> beside = busy.get(chosen - runnable.size());
            last = beside.getKey();
            beside.getValue().step(random.nextBoolean());
            return 1;
        }
        last = "";
        return network.step() ? 1 : 0;
    }

    /** Returns the worker that has taken the last turn; empty for the network. */
    String last() {
        return last;
    }

    /** Returns whether nothing can happen at the present time. The network takes a step if nothing else can. */
    boolean allWait() {
        for (SteppedAgent agent : agents) {
            if (agent.isRunnable(clock.getAsLong())) {
                return false;
            }
        }
        return threads.values().stream().noneMatch(SteppedThreads::hasWork)
                && isolated.stream().noneMatch(each -> each.hasWork(clock.getAsLong()))
                && !network.step();
    }

    /** Returns when the next of the workers has work; {@link Long#MAX_VALUE} for never. */
    long nextAlarm() {
        long agent = agents.stream().mapToLong(SteppedAgent::wakeAt).min().orElse(Long.MAX_VALUE);
        long nanos = threads.values().stream()
                .mapToLong(SteppedThreads::nanosToQueues)
                .min()
                .orElse(Long.MAX_VALUE);
        return nanos == Long.MAX_VALUE ? agent : Math.min(agent, clock.getAsLong() + nanos);
    }
}
