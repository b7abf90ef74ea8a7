// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmarks.guarantees;

import io.millrace.api.OutputDeclarer;
import io.millrace.api.ReplayableSpout;
import io.millrace.api.SpoutCollector;
import io.millrace.api.TaskContext;
import io.millrace.benchmarks.macro.Signals;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * Emits each of its keys once, and from the start signal a random one whenever one is due. What it emits is a function
 * of the position, so it can be read again. With snapshots the engine keeps the position. Without, an instance that
 * takes the task over goes on with what is due at that time: what was due while there was no source is lost, as of a
 * source that nobody reads. Tracked tuples that fail are emitted again.
 */
final class KeyedSource implements ReplayableSpout {

    /** The due time of a tuple that only fills the state. */
    static final long FILLS = 0;

    private static final long serialVersionUID = 1L;
    private static final long SECOND = TimeUnit.SECONDS.toNanos(1);
    private static final long LOOK_NANOS = TimeUnit.MILLISECONDS.toNanos(5);

    private final KeyedTopology.Run run;
    private transient SpoutCollector out;
    private transient TaskContext context;
    private transient Deque<Long> failed;
    private transient long start;
    private transient long filled;
    private transient boolean full;
    private transient long emitted;

    KeyedSource(KeyedTopology.Run run) {
        this.run = run;
    }

    @Override
    public void declareOutputs(OutputDeclarer declarer) {
        declarer.declare("key", "due");
    }

    @Override
    public void open(TaskContext taskContext, SpoutCollector collector) {
        context = taskContext;
        out = collector;
        failed = new ArrayDeque<>();
        start = Signals.startOf(run.path());
        if (start != Long.MAX_VALUE) {
            full = true;
            filled = run.keys();
            emitted = Math.max(0, (context.nanoTime() - start) / spacing());
        }
        Signals.up(run.path(), "source-" + context.taskIndex());
    }

    private long spacing() {
        return SECOND * context.taskCount() / run.rate();
    }

    @Override
    public void nextTuple() {
        if (filled * context.taskCount() + context.taskIndex() < run.keys()) {
            out.emit(filled * context.taskCount() + context.taskIndex(), FILLS);
            filled++;
            return;
        }
        long now = context.nanoTime();
        if (!started(now)) {
            out.idleUntil(now + LOOK_NANOS);
            return;
        }
        Long again = failed.poll();
        if (again != null) {
            emit(again);
            return;
        }
        long due = dueAt(emitted);
        if (due - now > 0 || due - start >= run.seconds() * SECOND) {
            out.idleUntil(Math.max(due, now + 1));
        } else {
            emit(emitted++);
        }
    }

    private boolean started(long now) {
        if (!full) {
            full = true;
            Signals.up(run.path(), "full-" + context.taskIndex());
        }
        if (start == Long.MAX_VALUE) {
            start = Signals.startOf(run.path());
        }
        return now - start >= 0 && start != Long.MAX_VALUE;
    }

    private long dueAt(long position) {
        return start + position * spacing();
    }

    private void emit(long position) {
        long due = dueAt(position);
        out.intendedAt(due);
        long key = Math.floorMod(mixed(position * context.taskCount() + context.taskIndex()), (long) run.keys());
        if (run.tracked()) {
            out.emitTracked(position, key, due);
        } else {
            out.emit(key, due);
        }
    }

    /** The finaliser of SplitMix64 (Steele, Lea and Flood, Fast Splittable Pseudorandom Number Generators, 2014). */
    static long mixed(long position) {
        long bits = (position + 1) * 0x9e3779b97f4a7c15L;
        bits = (bits ^ (bits >>> 30)) * 0xbf58476d1ce4e5b9L;
        bits = (bits ^ (bits >>> 27)) * 0x94d049bb133111ebL;
        return bits ^ (bits >>> 31);
    }

    @Override
    public void fail(Object position) {
        failed.add((Long) position);
    }

    /** Negative while it fills. */
    @Override
    public Object snapshot() {
        return full ? emitted : -1 - filled;
    }

    @Override
    public void restore(List<Object> positions) {
        long position = (Long) positions.get(context.taskIndex());
        full = position >= 0;
        filled = full ? run.keys() : -1 - position;
        emitted = full ? position : 0;
    }
}
