// SPDX-License-Identifier: Apache-2.0
package io.millrace.operators;

import io.millrace.api.Counter;
import io.millrace.api.OutputDeclarer;
import io.millrace.api.Spout;
import io.millrace.api.SpoutCollector;
import io.millrace.api.Streams;
import io.millrace.api.TaskContext;
import io.millrace.api.config.Backoff;
import io.millrace.api.config.Guarantee;
import io.millrace.api.config.TopologyKeys;
import io.millrace.api.config.Units;
import io.millrace.api.error.TopologyException;
import io.millrace.operators.format.FormatReader;
import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;

/**
 * Keeps the inputs that a spout task has emitted and that are not acked, and repeats failed ones. It is meant for
 * authors of sources; the sources of the connectors and {@link Spouts} use it. Called by the task's thread.
 *
 * <p>An input that fails is emitted again at once, and if it fails again after pauses that grow to {@code
 * topology.repeat.max.pause}, so that other inputs go on. At most every other call repeats. After {@code
 * topology.repeat.failures} failures, if that is set, it is emitted to the stream {@link #FAILED} instead; otherwise it
 * is repeated without end. No more inputs than {@code topology.max.spout.pending}, or of more bytes than {@code
 * topology.max.spout.pending.bytes}, wait to be repeated: then {@link #mayEmit} says that the source has to wait.
 *
 * <pre>{@code
 * public void nextTuple() {
 *     if (inputs.repeat()) {
 *         return;
 *     }
 *     if (inputs.mayEmit() && source.hasNext()) {
 *         inputs.emit(source.next());
 *     } else {
 *         out.idleUntil(inputs.deadline());
 *     }
 * }
 * }</pre>
 *
 * @param <T> the class of the inputs, which have what is needed to emit them again, and their origin
 */
public final class PendingInputs<T extends PendingInputs.Input> {

    /**
     * The stream of inputs that have failed too often, with the fields {@code origin}, {@code failures} (a long),
     * {@code stream} (to which it was emitted) and {@code values} (a list; null if they could not be emitted).
     */
    public static final String FAILED = "failed";

    private static final int TOLD_AFTER = 5;
    private static final long FIRST_PAUSE_NANOS = 10_000_000;

    /** An input of a source. */
    public interface Input {

        /** Returns the tuple that is emitted. */
        FormatReader.Row row();

        /** Returns the origin of the input as text for people. */
        String origin();

        /**
         * Returns the approximate size in bytes, 0 or more; counts for {@code topology.max.spout.pending.bytes} while
         * the input waits.
         */
        default long bytes() {
            return 0;
        }
    }

    /** An input that has failed. */
    private static final class Failing {

        private final Long id;
        private long failures;
        private long due;
        private boolean waits;
        private boolean given;
        private boolean withoutValues;

        private Failing(Long id) {
            this.id = id;
        }
    }

    private final TaskContext context;
    private final SpoutCollector out;
    private final Counter givenUp;
    private final boolean fails;
    private final boolean skipping;
    private final int mostWaiting;
    private final long mostWaitingBytes;
    private final long mostFailures;
    private final Backoff pauses;

    /** The pending inputs by message id, in the order of their emission. */
    private final Map<Long, T> pending = new LinkedHashMap<>();

    private final Map<Long, Failing> failing = new HashMap<>();
    private final PriorityQueue<Failing> waiting = new PriorityQueue<>(
            Comparator.comparingLong((Failing each) -> each.due).thenComparing(each -> each.id));

    private long waitingBytes;
    private long nextId;
    private boolean repeated;
    private boolean told;
    private boolean givenTold;

    public PendingInputs(TaskContext context, SpoutCollector out) {
        this(context, out, false);
    }

    /** @param skipping whether inputs that cannot be emitted are left out */
    PendingInputs(TaskContext context, SpoutCollector out, boolean skipping) {
        this.context = context;
        this.out = out;
        this.skipping = skipping;
        fails = context.config().get(TopologyKeys.GUARANTEE) == Guarantee.AT_LEAST_ONCE;
        mostWaiting = context.config().get(TopologyKeys.MAX_SPOUT_PENDING);
        mostWaitingBytes = context.config().get(TopologyKeys.MAX_SPOUT_PENDING_BYTES);
        mostFailures = context.config().get(TopologyKeys.REPEAT_FAILURES);
        pauses = new Backoff(
                FIRST_PAUSE_NANOS,
                context.config().get(TopologyKeys.REPEAT_MAX_PAUSE).toNanos());
        givenUp = context.counter("inputs.failed");
        context.gauge("inputs.failing", failing::size);
    }

    /** Declares the stream {@link #FAILED}. */
    public static void declare(OutputDeclarer declarer) {
        declarer.declareStream(FAILED, "origin", "failures", "stream", "values");
    }

    /**
     * Emits an input.
     *
     * @throws RuntimeException as the collector does; the input has failed then, and is repeated as other failed inputs
     *     are
     */
    public void emit(T input) {
        Long id = nextId++;
        // Put it before the emission, as it may be acked before the emission returns
        pending.put(id, input);
        emit(id, input.row());
    }

    private void emit(Long id, FormatReader.Row row) {
        try {
            if (row.stream().equals(Streams.DEFAULT)) {
                out.emitTracked(id, row.values());
            } else {
                out.emitTo(row.stream(), id, row.values());
            }
        } catch (RuntimeException | Error e) {
            if (skipping || !fails) {
                ack(id);
            } else {
                // The engine reports no failure of an input that was refused before it was tracked
                fail(id);
                Failing each = failing.get(id);
                if (each != null) {
                    each.withoutValues = true;
                }
            }
            throw e;
        }
    }

    /**
     * Emits a failed input again, if one is due and the last call did not emit one.
     *
     * @throws RuntimeException as {@link #emit} does
     */
    public boolean repeat() {
        Failing next = waiting.peek();
        if (next == null || repeated || context.nanoTime() - next.due < 0) {
            repeated = false;
            return false;
        }
        repeated = true;
        waiting.remove();
        next.waits = false;
        T input = pending.get(next.id);
        waitingBytes -= input.bytes();
        emit(next.id, mostFailures > 0 && next.failures >= mostFailures ? given(next, input) : input.row());
        return true;
    }

    private FormatReader.Row given(Failing each, T input) {
        FormatReader.Row row = input.row();
        if (!each.given) {
            each.given = true;
            givenUp.increment();
            tellGiven(each, input);
        }
        List<Object> values = each.withoutValues ? null : Collections.unmodifiableList(Arrays.asList(row.values()));
        return new FormatReader.Row(FAILED, new Object[] {input.origin(), each.failures, row.stream(), values});
    }

    private void tellGiven(Failing each, T input) {
        if (!givenTold) {
            givenTold = true;
            out.reportError(new TopologyException(input.origin() + " has failed " + each.failures + " times ("
                    + TopologyKeys.REPEAT_FAILURES.name() + "): this one and further ones go to the stream " + FAILED
                    + ", and are counted as inputs.failed"));
        }
    }

    /** Returns whether the task may emit a new input, as not too many wait to be repeated. */
    public boolean mayEmit() {
        return waiting.size() < mostWaiting && waitingBytes < mostWaitingBytes;
    }

    /**
     * Returns the time at which {@link #repeat} has something to do, as {@link TaskContext#nanoTime()}; {@link
     * Long#MAX_VALUE} if no input waits.
     */
    public long deadline() {
        return waiting.isEmpty() ? Long.MAX_VALUE : waiting.peek().due;
    }

    /** Handles an ack; to be called by {@link Spout#ack}. */
    public void ack(Object messageId) {
        T input = pending.remove(messageId);
        if (!failing.isEmpty()) {
            Failing acked = failing.remove(messageId);
            if (acked != null && acked.waits) {
                waiting.remove(acked);
                waitingBytes -= input.bytes();
            }
            told &= !failing.isEmpty();
        }
    }

    /** Handles a failure; to be called by {@link Spout#fail}. */
    public void fail(Object messageId) {
        T input = pending.get(messageId);
        if (input == null) {
            return;
        }
        Failing each = failing.computeIfAbsent((Long) messageId, Failing::new);
        if (each.waits) {
            return;
        }
        each.failures++;
        each.due = context.nanoTime() + pauses.after(each.failures - 1);
        each.waits = true;
        waiting.add(each);
        waitingBytes += input.bytes();
        if (each.failures == TOLD_AFTER && mostFailures == 0 && !told) {
            told = true;
            out.reportError(new TopologyException(input.origin() + " has failed " + each.failures
                    + " times: it is repeated with pauses of up to "
                    + Units.duration(context.config().get(TopologyKeys.REPEAT_MAX_PAUSE)) + " ("
                    + TopologyKeys.REPEAT_MAX_PAUSE.name() + "), and others go on; mend what refuses it, or set "
                    + TopologyKeys.REPEAT_FAILURES.name() + " and subscribe to the stream " + FAILED));
        }
    }

    /** Returns whether all emitted inputs are acked. */
    public boolean isEmpty() {
        return pending.isEmpty();
    }

    /** Returns the inputs that are not acked, in the order of their first emission. */
    public Collection<T> all() {
        return Collections.unmodifiableCollection(pending.values());
    }

    /** Forgets all inputs, as the task goes back to a snapshot. */
    public void clear() {
        pending.clear();
        failing.clear();
        waiting.clear();
        waitingBytes = 0;
        told = false;
    }
}
