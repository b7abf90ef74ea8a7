// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.task;

import io.millrace.runtime.grouping.TargetBacklog;
import io.millrace.runtime.grouping.TaskSet;
import io.millrace.runtime.link.CycleEdges;
import io.millrace.runtime.link.Path;
import io.millrace.runtime.link.Paths;
import io.millrace.runtime.metrics.EdgeTally;
import io.millrace.runtime.tuple.Barrier;
import io.millrace.runtime.tuple.DataTuple;
import io.millrace.runtime.tuple.StreamRef;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.function.BiConsumer;
import java.util.function.LongSupplier;

/**
 * The emissions of one task that found no room: one queue per target task, so that one full target does not delay
 * tuples for others. A tuple queues up if others already wait for its target.
 */
final class Outbox implements TargetBacklog {

    private static final int KEPT_LANES = 16;

    private static final class Lane {
        private final ArrayDeque<DataTuple> tuples = new ArrayDeque<>();
        private int target;
    }

    private final Paths paths;
    private final EdgeTally edges;
    private final LongSupplier clock;
    private final CycleEdges cycles;
    private final List<Lane> lanes = new ArrayList<>();
    private final List<Lane> spare = new ArrayList<>();

    /** The tasks downstream, with the numbers of tuples that were handed over to each; null if they are not counted. */
    private TaskSet targets;

    private long[] handedOver;

    /** The targets that have asked to hold back; null if no target ever has. */
    private BitSet held;

    private final OutboxMemory memory;
    private int size;

    /** The bytes that are taken of the memory. */
    private long bytes;

    /**
     * @param edges counts of the tuples sent to each target; null if they are not measured
     * @param memory memory that the outboxes of the worker share
     */
    Outbox(Paths paths, CycleEdges cycles, EdgeTally edges, LongSupplier clock, OutboxMemory memory) {
        this.memory = memory;
        this.paths = paths;
        this.cycles = cycles;
        this.edges = edges;
        this.clock = clock;
    }

    /** Counts the tuples that are handed over to each of these tasks. */
    void count(TaskSet downstream) {
        targets = downstream;
        handedOver = new long[downstream.size()];
    }

    /** Holds back tuples for a target, or not any more. */
    void hold(int target, boolean on) {
        if (held == null) {
            held = new BitSet();
        }
        held.set(target, on);
    }

    /** Releases all targets that are held back. */
    void releaseAll() {
        held = null;
    }

    private boolean isHeld(int target) {
        return held != null && held.get(target);
    }

    boolean isEmpty() {
        return size == 0;
    }

    /** Returns the tasks for which a tuple waits. */
    List<Integer> waitsFor() {
        return lanes.stream().map(lane -> lane.target).sorted().toList();
    }

    int size() {
        return size;
    }

    @Override
    public boolean isFree(int task) {
        return (size == 0 || find(task) == null) && !isHeld(task) && !paths.refuses(task);
    }

    @Override
    public int waiting(int task) {
        Lane lane = size == 0 ? null : find(task);
        return lane == null ? 0 : lane.tuples.size();
    }

    /** Returns whether another tuple can be kept within the bound. */
    boolean hasRoomFor(DataTuple tuple) {
        return bytes == 0 || memory.hasRoomFor(bytes, tuple.bytes());
    }

    /**
     * Hands a tuple over, or keeps it.
     *
     * @param path path to the target
     * @param always whether the tuple is kept even if that exceeds the bound
     * @return false if the tuple is kept
     * @throws RuntimeException if the tuple can never be handed over, or there is no memory to keep it
     */
    boolean send(DataTuple tuple, Path path, boolean always) {
        Lane waiting = size == 0 ? null : find(tuple.targetTask());
        if (waiting == null && offer(tuple, path, false)) {
            return true;
        }
        tuple.writePayload();
        if (tuple.stream().isData()) {
            takeMemory(tuple.bytes(), always);
        }
        keep(waiting == null ? lane(tuple.targetTask()) : waiting, tuple);
        return false;
    }

    private void takeMemory(int tupleBytes, boolean always) {
        bytes = bytes == 0 || always ? memory.force(bytes, tupleBytes) : memory.take(bytes, tupleBytes);
    }

    /**
     * Gives back a tuple's memory. Its size was an estimate before its encoding, so the last one gives back the rest.
     */
    private void giveMemory(int tupleBytes) {
        bytes = memory.give(bytes, size == 0 ? bytes : Math.min(bytes, tupleBytes));
    }

    /**
     * Tries again to hand over waiting tuples.
     *
     * @param mayBlock whether the executor is about to block, and must be woken when there is room
     * @param undeliverable consumer of tuples that can never be handed over
     * @return number of tuples that left
     */
    int drain(boolean mayBlock, BiConsumer<DataTuple, RuntimeException> undeliverable) {
        int before = size;
        for (int i = lanes.size() - 1; i >= 0; i--) {
            Lane lane = lanes.get(i);
            drain(lane.tuples, paths.to(lane.target), mayBlock, undeliverable);
            if (lane.tuples.isEmpty()) {
                lanes.remove(i);
                if (spare.size() < KEPT_LANES) {
                    spare.add(lane);
                }
            }
        }
        return before - size;
    }

    private void drain(
            ArrayDeque<DataTuple> tuples,
            Path path,
            boolean mayBlock,
            BiConsumer<DataTuple, RuntimeException> undeliverable) {
        DataTuple next;
        while ((next = tuples.peek()) != null) {
            // The size is read before the hand-over
            int tupleBytes = next.stream().isData() ? next.bytes() : 0;
            try {
                if (next.stageTimes() != null) {
                    next.stageTimes().offer(clock.getAsLong());
                }
                if (!offer(next, path, mayBlock)) {
                    return;
                }
            } catch (RuntimeException e) {
                undeliverable.accept(next, e);
            }
            tuples.remove();
            size--;
            giveMemory(tupleBytes);
        }
    }

    /**
     * Offers a tuple, and counts it if the link took it. A tuple that was handed to another thread must not be read
     * afterwards: that thread owns its cache line by then, and fetching the line back takes longer than all the rest.
     */
    private boolean offer(DataTuple tuple, Path path, boolean mayBlock) {
        int target = tuple.targetTask();
        StreamRef stream = tuple.stream();
        if (isHeld(target) && !path.hasBegun(tuple)) {
            return false;
        }
        int[] cycle = cycles.cycleOf(target);
        if (cycle != null
                && !cycles.insideCycle(tuple.sourceTask(), target)
                && !path.hasBegun(tuple)
                && paths.anyRefuses(cycle, mayBlock)) {
            return false;
        }
        if (stream == Barrier.STREAM) {
            Barrier.complete(tuple, handedOver[targets.indexOf(target)]);
        }
        if (!path.offer(tuple, mayBlock)) {
            return false;
        }
        if (stream.isData()) {
            count(stream, target, path.kind().isEncoded() ? tuple.bytes() : 0);
        }
        return true;
    }

    private void count(StreamRef stream, int target, int bytes) {
        if (handedOver != null) {
            handedOver[targets.indexOf(target)]++;
        }
        if (edges != null) {
            edges.addSent(stream.index(), target, bytes);
        }
    }

    /**
     * Removes and returns the tuples that wait for a target, in order. A link may have sent a part of the first one.
     */
    List<DataTuple> withdraw(int target) {
        Lane lane = size == 0 ? null : find(target);
        if (lane == null) {
            return List.of();
        }
        lanes.remove(lane);
        size -= lane.tuples.size();
        for (DataTuple tuple : lane.tuples) {
            giveMemory(tuple.stream().isData() ? tuple.bytes() : 0);
        }
        return List.copyOf(lane.tuples);
    }

    /** Returns the tuples of which links have sent a part, for another outbox; this one must not be used any more. */
    List<DataTuple> abandon() {
        List<DataTuple> begun = new ArrayList<>();
        for (Lane lane : lanes) {
            DataTuple first = lane.tuples.peek();
            if (first != null && paths.to(lane.target).hasBegun(first)) {
                begun.add(first);
            }
        }
        bytes = memory.give(bytes, bytes);
        return begun;
    }

    /** Publishes the counts of the tuples sent to each target. */
    void publish() {
        if (edges != null) {
            edges.publish();
        }
    }

    /** Returns how many of its tuples were counted as sent. */
    int counted() {
        int counted = 0;
        for (Lane lane : lanes) {
            for (DataTuple tuple : lane.tuples) {
                counted += tuple.stream().isCounted() ? 1 : 0;
            }
        }
        return counted;
    }

    /** Adds a tuple of which a link has sent a part. */
    void add(DataTuple begun) {
        bytes = memory.force(bytes, begun.bytes());
        keep(lane(begun.targetTask()), begun);
    }

    private void keep(Lane lane, DataTuple tuple) {
        lane.tuples.add(tuple);
        size++;
    }

    private Lane find(int target) {
        for (int i = 0; i < lanes.size(); i++) {
            if (lanes.get(i).target == target) {
                return lanes.get(i);
            }
        }
        return null;
    }

    private Lane lane(int target) {
        Lane lane = spare.isEmpty() ? new Lane() : spare.remove(spare.size() - 1);
        lane.target = target;
        lanes.add(lane);
        return lane;
    }
}
