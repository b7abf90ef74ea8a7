package io.millrace.runtime.task;

import io.millrace.api.ErrorPolicy;
import io.millrace.api.TopologyException;
import io.millrace.runtime.link.PauseSign;
import io.millrace.runtime.metrics.TaskCounters;
import io.millrace.runtime.routing.Route;
import io.millrace.runtime.routing.Routes;
import io.millrace.runtime.routing.TargetList;
import io.millrace.runtime.tuple.DataTuple;
import io.millrace.runtime.tuple.Trace;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One instance of a component, with what it emitted and could not hand over yet. Only the executor's thread calls it,
 * except {@link #sign}.
 */
public abstract class Task {

    private static final Logger LOG = LoggerFactory.getLogger(Task.class);

    protected final TaskHost host;
    protected final Context context;
    protected final TaskSettings settings;
    protected final TaskCounters counters;
    protected final TaskTally tally;
    protected final Outbox outbox;
    protected final TargetList targets = new TargetList();
    protected Routes routes;

    private final ErrorLog errors;
    private final PauseSign sign = new PauseSign();
    private int emission;
    private boolean open;
    private boolean closed;

    Task(TaskHost host, Context context, TaskSettings settings) {
        this.host = host;
        this.context = context;
        this.settings = settings;
        this.counters = context.counters();
        this.tally = new TaskTally(counters);
        this.outbox = new Outbox(host.paths(), host.traffic(), settings.detailed() ? counters : null, host::nanoTime);
        this.errors = new ErrorLog(context.componentId(), context.taskId(), counters);
    }

    public final int id() {
        return context.taskId();
    }

    public final String component() {
        return context.componentId();
    }

    /** Whether it is paused; any thread may look. */
    public final PauseSign sign() {
        return sign;
    }

    /** Makes the component's instance, but does not call it; before {@link #open}, which need not make it then. */
    public final void prepare(ClassLoader loader) {
        context.prepare(loader);
    }

    /**
     * Makes the component's instance and lets it prepare.
     *
     * @throws TopologyException if it cannot, with the cause
     */
    public final void open(ClassLoader loader) {
        try {
            routes = host.routesOf(context, outbox);
            make(loader);
            open = true;
        } catch (TopologyException e) {
            throw e;
        } catch (Exception | Error e) {
            throw new TopologyException(this + " cannot start: " + e, e);
        }
    }

    protected final boolean isOpen() {
        return open;
    }

    /** Deserializes, opens or prepares. */
    abstract void make(ClassLoader loader);

    /**
     * Does some of what there is to do.
     *
     * @param now the clock, read in this turn
     * @param mayBlock whether the executor is about to block: what stays refused must ring its doorbell
     * @param budget most calls of the component; one that sends much, or lets others do so, counts as many
     * @return how much was done, counted like the budget; 0 if nothing could be done
     */
    public abstract int run(long now, boolean mayBlock, int budget);

    /** Says how long a {@link #run} that did something took. */
    public final void ran(long nanos) {
        tally.ran(nanos);
    }

    /** Whether something that it emitted waits for room. */
    public final boolean isHeldUp() {
        return !outbox.isEmpty();
    }

    /** When it must run even if nothing arrives; {@link Long#MAX_VALUE} if never. */
    public abstract long deadline();

    /** Whether it is to run again whenever there is nothing else to do, its deadline being no more than the next moment. */
    public boolean polls() {
        return false;
    }

    /** Whether something may arrive for it from other tasks now. */
    public boolean awaitsOthers() {
        return true;
    }

    /** Takes a tuple from a task of the same executor; false if it has no room. */
    public abstract boolean handOver(DataTuple tuple);

    /** Takes a tuple that has arrived from elsewhere, room or not. */
    public abstract void deliver(DataTuple tuple);

    /** Applies an ack that names this task; only spout tasks get any. */
    public void acked(long root, long edges) {}

    public void treeFailed(long root) {}

    /** A worker died or was replaced: whatever it held is lost. */
    public void peerLost() {}

    public void activate(boolean active) {}

    /** Calls the component's {@code close}, also if it did not open: it may have made some of what it needs. */
    public final void close() {
        open = false;
        if (!closed && isMade()) {
            closed = true;
            try {
                end();
            } catch (Exception | Error e) {
                if (TaskFailure.isFatal(e)) {
                    throw (Error) e;
                }
                LOG.warn("{} does not close properly", this, e);
            }
        }
    }

    /** Publishes what it has counted; at the end of a turn. */
    public void publish() {
        tally.publish();
    }

    /** Whether there is an instance of the component. */
    abstract boolean isMade();

    abstract void end();

    /** To be called when the targets of an emission have been chosen, before the first of its tuples is made. */
    protected final void startEmission() {
        emission = targets.size() > 1 ? (int) host.sent() + 1 : 0;
    }

    /** To be called when its tuples have been sent or kept. */
    protected final void endEmission() {
        if (!outbox.isEmpty()) {
            tally.outbox(outbox.size());
        }
        if (host.isBlocking()) {
            // The turn may take long
            host.paths().handOver();
            host.publish();
        }
    }

    /** Makes one tuple per chosen target. */
    protected final DataTuple tupleFor(Route route, int target, long intended, Object[] values) {
        DataTuple tuple = new DataTuple(route.stream(), id(), target, intended, values);
        if (emission != 0) {
            tuple.share(emission);
        }
        return tuple;
    }

    /** Hands over or keeps; counted as sent before anybody can see it. */
    protected final void send(DataTuple tuple) {
        host.sends();
        host.counters().addSent(host.paths().to(tuple.targetTask()).kind());
        if (settings.detailed()
                && counters.stream(tuple.stream().index()).sampler().picks(host.turnStart())) {
            tuple.follow(new Trace(host.nanoTime()));
        }
        try {
            outbox.send(tuple);
        } catch (RuntimeException e) {
            host.counters().addDropped(1);
            throw e;
        }
    }

    /** Retries what waits in the outbox. */
    protected final int drainOutbox(boolean mayBlock) {
        if (outbox.isEmpty()) {
            return 0;
        }
        int drained = outbox.drain(mayBlock, this::undeliverable);
        tally.outbox(outbox.size());
        return drained;
    }

    private void undeliverable(DataTuple tuple, RuntimeException cause) {
        host.counters().addDropped(1);
        for (int i = 0; i < tuple.rootCount(); i++) {
            host.paths().fail(tuple.root(i));
        }
        failure("emit", cause);
    }

    /**
     * Counts and shows an error of the component, and does as the policy says; one after which the process cannot be
     * trusted goes on upwards.
     */
    protected final void failure(String where, Throwable error) {
        if (TaskFailure.isFatal(error)) {
            host.failed(TaskFailure.fatal(this, where, error));
            throw (Error) error;
        }
        report(where, error);
        if (settings.onError() != ErrorPolicy.FAIL_TUPLE) {
            host.failed(TaskFailure.byPolicy(settings.onError(), this, where, error));
        }
    }

    protected final void report(String where, Throwable error) {
        errors.report(where, error);
    }

    @Override
    public final String toString() {
        return "component '" + component() + "', task " + id();
    }
}
