// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.service;

import io.millrace.api.Counter;
import io.millrace.api.OutputDeclarer;
import io.millrace.api.RequestException.Reason;
import io.millrace.api.ServiceEnd;
import io.millrace.api.Spout;
import io.millrace.api.SpoutCollector;
import io.millrace.api.Streams;
import io.millrace.api.TaskContext;
import io.millrace.api.config.TopologyKeys;
import io.millrace.api.config.Units;
import io.millrace.runtime.ledger.TreeListener.Cause;
import io.millrace.runtime.plan.TaskPlan;
import io.millrace.runtime.task.TreeWatcher;
import io.millrace.runtime.tuple.DataTuple;
import io.millrace.runtime.tuple.Reply;
import io.millrace.runtime.tuple.StreamRef;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.function.LongSupplier;

/**
 * The engine's spout of a fed spout in a topology. It emits the elements of its port, repeats failed ones, and
 * completes requests. Confined to its task's thread.
 */
final class FedSource implements Spout, TreeWatcher {

    private static final long serialVersionUID = 1L;

    /** The most tuples that a call emits, so that acks and other tasks have their turn. */
    private static final int MOST_PER_CALL = 64;

    private final transient FeedPort port;
    private final transient ServiceEnd end;
    private final transient TaskPlan plan;
    private final transient ArrayDeque<FeedRequest<?>> repeats = new ArrayDeque<>();
    private transient SpoutCollector out;
    private transient String name;
    private transient long timeoutNanos;
    private transient LongSupplier clock;
    /** Answers that came for requests that had ended, or had an answer already. */
    private transient Counter lateAnswers;
    /** Requests that were given up before they were emitted. */
    private transient Counter cancelled;
    /** A time not later than the first time-out of a request that waits to be repeated. */
    private transient long repeatsDue = Long.MAX_VALUE;

    /** The stream of answers, by source task. */
    private final transient StreamRef[] answers;

    FedSource(FeedPort port, ServiceEnd end, TaskPlan plan) {
        this.port = port;
        this.end = end;
        this.plan = plan;
        this.answers = new StreamRef[plan.taskCount() + 1];
    }

    @Override
    public void declareOutputs(OutputDeclarer declarer) {}

    @Override
    public void open(TaskContext context, SpoutCollector collector) {
        out = collector;
        name = context.componentId();
        lateAnswers = context.counter("service.late.answers");
        cancelled = context.counter("service.cancelled");
        clock = context::nanoTime;
        timeoutNanos = context.config().get(TopologyKeys.MESSAGE_TIMEOUT).toNanos();
    }

    @Override
    public boolean isPolled() {
        return true;
    }

    @Override
    public void acked(Object messageId) {
        ack(messageId);
    }

    @Override
    public boolean hasWork(long now) {
        return !port.isEmpty() || !repeats.isEmpty();
    }

    @Override
    public long deadline() {
        FeedRequest<?> oldest = port.oldestAsked();
        return oldest == null ? repeatsDue : Math.min(repeatsDue, oldest.startNanos() + timeoutNanos);
    }

    /** Fails requests that have waited for too long, because the spout is not called while it is held back. */
    @Override
    public int work(long now) {
        int done = 0;
        FeedRequest<?> oldest;
        while ((oldest = port.oldestAsked()) != null && now - oldest.startNanos() >= timeoutNanos) {
            port.removeOldestAsked();
            failUnemitted(oldest);
            done++;
        }
        if (now >= repeatsDue) {
            repeatsDue = Long.MAX_VALUE;
            int before = repeats.size();
            repeats.removeIf(request -> failIfOverdue(request, now));
            done += before - repeats.size();
        }
        return done;
    }

    private boolean failIfOverdue(FeedRequest<?> request, long now) {
        if (request.isAsked()) {
            if (isOverdue(request, now)) {
                failUnemitted(request);
                return true;
            }
            repeatsDue = Math.min(repeatsDue, request.startNanos() + timeoutNanos);
        }
        return false;
    }

    private boolean isOverdue(FeedRequest<?> request, long now) {
        return now - request.startNanos() >= timeoutNanos;
    }

    private void failUnemitted(FeedRequest<?> request) {
        request.fail(
                Reason.TIMED_OUT,
                "'" + name + "' did not emit the request within " + timeout()
                        + ", because the topology is behind or its spouts are not active: ask less at a time");
    }

    @Override
    public void nextTuple() {
        // What emits nothing does not count: the engine takes a call without emissions for an empty source
        for (int emitted = 0; emitted < MOST_PER_CALL; ) {
            Object next = repeats.isEmpty() ? port.poll() : repeats.poll();
            if (next == null) {
                out.idleUntil(Long.MAX_VALUE);
                return;
            }
            if (next instanceof FeedRequest<?> request) {
                emitted += emit(request) ? 1 : 0;
            } else {
                out.emit((Object[]) next);
                emitted++;
            }
        }
    }

    private boolean emit(FeedRequest<?> request) {
        if (request.isDone()) {
            cancelled.increment();
            return false;
        }
        request.beginAttempt();
        try {
            out.emitTracked(request, request.values());
            return true;
        } catch (RuntimeException e) {
            request.fail(Reason.INVALID, e.getMessage());
            return false;
        }
    }

    @Override
    public boolean isAlwaysTracked(Object messageId) {
        return ((FeedRequest<?>) messageId).isAsked();
    }

    @Override
    public void replied(Object messageId, DataTuple reply) {
        FeedRequest<?> request = (FeedRequest<?>) messageId;
        switch (Reply.kind(reply)) {
            case FAILURE -> request.note(Reason.FAILED, Reply.text(reply));
            case ERROR -> {
                if (!request.fail(Reason.ERROR_ANSWER, Reply.text(reply))) {
                    lateAnswers.increment();
                }
            }
            case ANSWER -> answer(request, reply);
            case HOLDER -> request.heldBy(Reply.text(reply));
        }
    }

    private void answer(FeedRequest<?> request, DataTuple reply) {
        if (request.isDone()) {
            lateAnswers.increment();
            return;
        }
        int task = reply.sourceTask();
        StreamRef stream = answers[task];
        if (stream == null) {
            stream = new StreamRef(plan.componentOf(task), -1, Streams.ANSWER, end.answers(), false);
            answers[task] = stream;
        }
        request.answered(new DataTuple(stream, task, 0, DataTuple.UNKNOWN_TIME, Reply.values(reply)));
    }

    @Override
    public void repliedLate() {
        lateAnswers.increment();
    }

    @Override
    public void ack(Object messageId) {
        ((FeedRequest<?>) messageId).processed();
    }

    @Override
    public void failed(Object messageId, Cause cause) {
        FeedRequest<?> request = (FeedRequest<?>) messageId;
        switch (cause) {
            case TIMED_OUT ->
                request.note(
                        Reason.TIMED_OUT,
                        "a tuple of '" + name + "' was not completely processed within " + timeout() + " ("
                                + TopologyKeys.MESSAGE_TIMEOUT.name() + ")"
                                + (request.holder() == null ? "" : ": " + request.holder()));
            case LOST ->
                request.note(
                        Reason.WORKER_DIED, "a worker died that may have held a part of a tuple of '" + name + "'");
            case FAILED -> request.note(Reason.FAILED, "a tuple of '" + name + "' could not be delivered");
            case CLOSED -> closed(request);
        }
    }

    /**
     * Ends a request of a closed task. A request that a bolt has failed is not repeated because the worker ends then.
     */
    private void closed(FeedRequest<?> request) {
        if (request.text() != null && request.reason() == Reason.FAILED && request.failures() >= end.retries()) {
            request.fail(Reason.FAILED, request.text());
        } else {
            request.orphan();
        }
    }

    @Override
    public void fail(Object messageId) {
        FeedRequest<?> request = (FeedRequest<?>) messageId;
        if (request.isDone()) {
            return;
        }
        boolean lost = request.reason() == Reason.WORKER_DIED;
        if (!lost) {
            request.noteFailure();
        }
        // A late request is not repeated: one that ends each worker that processes it would be repeated for ever
        boolean late = request.isAsked() && isOverdue(request, clock.getAsLong());
        boolean repeated = lost ? request.isRepeatedOnDeath() && !late : request.failures() <= end.retries();
        if (repeated) {
            repeats.add(request);
            if (!lost) {
                request.restartAt(clock.getAsLong());
            }
            if (request.isAsked()) {
                repeatsDue = Math.min(repeatsDue, request.startNanos() + timeoutNanos);
            }
        } else {
            request.fail(request.reason(), request.text());
        }
    }

    private String timeout() {
        return Units.duration(Duration.ofNanos(timeoutNanos));
    }

    @Override
    public void close() {
        repeats.forEach(FeedRequest::orphan);
        repeats.clear();
        port.close();
    }
}
