// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.engine;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.IdentityHashMap;
import java.util.Map;

/**
 * Tells for how many further engines a worker has room: by slots, or by the idle cores of the node. The tasks of a
 * worker share it, so that two do not take the same core. Any thread.
 */
final class EngineRoom implements AutoCloseable {

    /** The time over which idle cores are measured. Looks must come more often. */
    static final long WINDOW_NANOS = 250_000_000L;

    /** A core that was taken is seen as busy after this time at the latest. */
    static final long TAKEN_NANOS = 600_000_000L;

    private record Reading(long at, CoreUse.Ticks ticks) {}

    private record Taken(long at, int engines) {}

    private final CoreUse cores;
    private final int processors;
    private final Map<Object, Integer> engines = new IdentityHashMap<>();
    private final Deque<Reading> readings = new ArrayDeque<>();
    private final Deque<Taken> taken = new ArrayDeque<>();

    EngineRoom() {
        this(CoreUse.OF_NODE, Runtime.getRuntime().availableProcessors());
    }

    /** @param processors number of processors that this process may use */
    EngineRoom(CoreUse cores, int processors) {
        this.cores = cores;
        this.processors = processors;
    }

    /** A task has this number of engines. */
    synchronized void has(Object task, int count) {
        engines.put(task, count);
    }

    /** A task has ended. */
    synchronized void leaves(Object task) {
        engines.remove(task);
    }

    /** A task is about to start this number of engines. */
    synchronized void take(int count, long now) {
        taken.add(new Taken(now, count));
    }

    /**
     * Returns for how many engines there is room. To be called at each look at which more may be needed, as idle cores
     * are known from the second call on.
     *
     * @param slots number of slots; 0 to go by idle cores
     * @param starting engines of the task that asks; they take a core when their turn to start has come
     */
    synchronized int free(int slots, int starting, long now) {
        if (slots > 0) {
            return slots - engines.values().stream().mapToInt(Integer::intValue).sum();
        }
        return (int) Math.round(idleCores(now)) - Math.max(starting, takenSince(now - TAKEN_NANOS));
    }

    private double idleCores(long now) {
        if (!readings.isEmpty() && now - readings.getLast().at > 2 * WINDOW_NANOS) {
            readings.clear();
        }
        CoreUse.Ticks ticks = cores.read();
        if (ticks == null) {
            // The idle cores are not known yet: each engine counts as having a core
            return processors
                    - engines.values().stream().mapToInt(Integer::intValue).sum();
        }
        while (readings.size() > 1 && now - readings.getFirst().at > WINDOW_NANOS) {
            readings.removeFirst();
        }
        CoreUse.Ticks before = readings.isEmpty() ? ticks : readings.getFirst().ticks;
        readings.add(new Reading(now, ticks));
        long all = ticks.all() - before.all();
        return all <= 0 ? 0 : (double) processors * (ticks.idle() - before.idle()) / all;
    }

    private int takenSince(long time) {
        while (!taken.isEmpty() && taken.getFirst().at - time < 0) {
            taken.removeFirst();
        }
        return taken.stream().mapToInt(Taken::engines).sum();
    }

    @Override
    public void close() {}
}
