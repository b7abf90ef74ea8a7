// SPDX-License-Identifier: Apache-2.0
package io.millrace.operators.batch;

import io.millrace.api.Bolt;
import io.millrace.api.BoltCollector;
import io.millrace.api.BuffersInputs;
import io.millrace.api.CommittingBolt;
import io.millrace.api.Fields;
import io.millrace.api.HoldsWatermarks;
import io.millrace.api.OutputDeclarer;
import io.millrace.api.SpoutCollector;
import io.millrace.api.Stateful;
import io.millrace.api.TaskContext;
import io.millrace.api.Tuple;
import io.millrace.api.error.Foreign;
import io.millrace.api.error.TopologyException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletionStage;

/**
 * A bolt that collects its inputs and executes them together, see {@code Bolts.batch}. Immutable: {@link #onError}
 * returns another bolt.
 *
 * <p>A task has one open batch. It is executed when it has the most tuples, when the next one would exceed the most
 * bytes, or when the first one has reached its age, counted from its intended time ({@link SpoutCollector#intendedAt}).
 * A batch that has reached its age takes the tuples that wait for the task by then too, within its bounds. Batches
 * therefore grow when calls take longer than tuples wait. A barrier of a snapshot closes the batch too.
 *
 * <p>Watermarks wait until the batch is executed. Ticks are ignored. When the task is closed in order, the open batch
 * is executed.
 */
public final class BatchingBolt implements Bolt, BuffersInputs, HoldsWatermarks, CommittingBolt {

    private static final long serialVersionUID = 1L;

    private final Fields fields;
    private final BatchLimits limits;
    private final BatchBolt function;
    private final BatchErrors errors;

    private transient TaskContext context;
    private transient OpenBatch open;
    private transient BatchCalls calls;
    private transient BatchMeter meter;

    /** The adaptive time; null if the time is fixed. */
    private transient AdaptiveInterval adaptive;

    private transient long fixedNanos;

    /** The number of tuples of the batch that is being executed. */
    private transient int executing;

    /** The watermarks that came since the open batch got its first tuple. */
    private transient List<Runnable> watermarks;

    /** @param fields the fields of the default stream; null if the function declares its streams */
    public BatchingBolt(Fields fields, BatchLimits limits, BatchBolt function, BatchErrors errors) {
        this.fields = fields;
        this.limits = limits;
        this.function = function;
        this.errors = errors;
        if (function instanceof Stateful) {
            throw new TopologyException(function.getClass().getName()
                    + " is Stateful, and a batch has tuples of many keys: keep states in a bolt before or behind it");
        }
        if (errors == null) {
            throw new TopologyException("what becomes of a batch that throws is null: give one of BatchErrors");
        }
    }

    /** Sets the fate of the tuples of a batch that throws; {@link BatchErrors#FAIL_ALL} by default. */
    public BatchingBolt onError(BatchErrors policy) {
        return new BatchingBolt(fields, limits, function, policy);
    }

    /** Returns the time for which a batch waits. */
    public BatchWait maxWait() {
        return limits.maxWait();
    }

    @Override
    public boolean isCommitting() {
        return function instanceof CommittingBolt;
    }

    @Override
    public void declareOutputs(OutputDeclarer out) {
        if (fields != null) {
            out.declare(fields.names().toArray(String[]::new));
        }
        function.declareOutputs(out);
    }

    @Override
    public void prepare(TaskContext task, BoltCollector out) {
        context = task;
        watermarks = new ArrayList<>();
        open = new OpenBatch();
        calls = new BatchCalls(function, errors, out);
        fixedNanos = limits.maxWait().longest().toNanos();
        adaptive = limits.maxWait().isAdaptive() ? new AdaptiveInterval(fixedNanos) : null;
        meter = new BatchMeter(task, this::waitNanos);
        function.prepare(task);
    }

    private long waitNanos() {
        return adaptive == null ? fixedNanos : adaptive.nanos();
    }

    @Override
    public void execute(Tuple input) {
        if (input.isTick()) {
            return;
        }
        int bytes = input.bytes();
        if (limits.excludes(open, bytes)) {
            releaseBefore();
        }
        open.add(input, bytes, open.isEmpty() ? due(input) : 0);
        if (limits.completes(open)) {
            release();
        }
    }

    /** Executes the open batch without the input that is being executed, which an exception must not fail. */
    private void releaseBefore() {
        try {
            release();
        } catch (Throwable e) {
            Foreign.throwIfFatal(e);
            context.executeAt(context.nanoTime(), () -> BatchCalls.<RuntimeException>rethrow(e));
        }
    }

    /** Returns the time at which a batch with this first tuple must be executed. */
    private long due(Tuple first) {
        long wait = waitNanos();
        if (wait == 0) {
            return Long.MIN_VALUE;
        }
        long now = context.nanoTime();
        // The intended time is in the future if the difference of the clocks is not known well
        return Math.min(first.intendedNanos(now), now) + wait;
    }

    @Override
    public Duration longestBuffering() {
        return limits.maxWait().longest();
    }

    @Override
    public long deadline() {
        return open.deadline();
    }

    @Override
    public void release() {
        if (open.isEmpty()) {
            return;
        }
        long due = open.deadline();
        List<Tuple> batch = open.take();
        executing = batch.size();
        long from = context.nanoTime();
        try {
            calls.execute(batch);
        } finally {
            executing = 0;
            long to = context.nanoTime();
            meter.executed(batch.size(), to - from);
            if (adaptive != null) {
                adaptive.executed(batch.size(), due == Long.MIN_VALUE ? 0 : Math.max(0, from - due), from, to);
            }
            passWatermarks();
        }
    }

    private void passWatermarks() {
        if (!watermarks.isEmpty()) {
            watermarks.forEach(Runnable::run);
            watermarks.clear();
        }
    }

    @Override
    public void watermark(Runnable pass) {
        if (open.isEmpty()) {
            pass.run();
        } else {
            watermarks.add(pass);
        }
    }

    @Override
    public int held() {
        return open.size() + executing;
    }

    @Override
    public boolean waitsForCalls() {
        return false;
    }

    @Override
    public void close() {
        try {
            if (calls != null) {
                release();
            }
        } finally {
            function.close();
        }
    }

    // The following methods are called if the function takes part in snapshots

    @Override
    public void begun(long snapshotId) {
        committing().begun(snapshotId);
    }

    @Override
    public Object prepare(long snapshotId) {
        return committing().prepare(snapshotId);
    }

    @Override
    public void commit(long snapshotId) {
        committing().commit(snapshotId);
    }

    @Override
    public CompletionStage<Void> beginCommit(long snapshotId) {
        return committing().beginCommit(snapshotId);
    }

    @Override
    public void abort(long snapshotId) {
        committing().abort(snapshotId);
    }

    @Override
    public void recover(long generation, List<Prepared> prepared) {
        committing().recover(generation, prepared);
    }

    private CommittingBolt committing() {
        return (CommittingBolt) function;
    }

    @Override
    public String toString() {
        return "BatchingBolt[" + limits + ", " + errors + "]";
    }
}
