package io.millrace.runtime.link;

import io.millrace.ipc.doorbell.Doorbell;
import io.millrace.runtime.ledger.AckBuffer;
import io.millrace.runtime.metrics.LinkKind;
import io.millrace.runtime.tuple.DataTuple;
import java.util.function.IntFunction;

/** To another executor of the same worker: tuples pass as objects through its bounded queue. */
public final class QueueLink implements Link {

    private final Inbound target;
    private final IntFunction<PauseSign> signs;
    private final Traffic traffic;
    private final Doorbell sourceBell;
    private volatile boolean waiting;

    /**
     * @param signs of the target's tasks
     * @param sourceBell rung when there is room again
     */
    public QueueLink(Inbound target, IntFunction<PauseSign> signs, Traffic traffic, Doorbell sourceBell) {
        this.target = target;
        this.signs = signs;
        this.traffic = traffic;
        this.sourceBell = sourceBell;
        target.attach(this);
    }

    @Override
    public LinkKind kind() {
        return LinkKind.QUEUE;
    }

    @Override
    public boolean offer(DataTuple tuple) {
        int task = tuple.targetTask();
        if (signs.apply(task).isPaused() && !traffic.insideCycle(tuple.sourceTask(), task)) {
            return false;
        }
        if (!target.offer(tuple)) {
            return false;
        }
        target.bell().ring();
        return true;
    }

    @Override
    public boolean offerOrRing(DataTuple tuple) {
        if (offer(tuple)) {
            return true;
        }
        ringWhenResumed();
        return offer(tuple);
    }

    @Override
    public void ringWhenResumed() {
        // Volatile, in this order: who sees `awaited` sees `waiting`, and the second try sees the room that was made
        // before
        waiting = true;
        target.await();
    }

    @Override
    public boolean refuses(int task) {
        return signs.apply(task).isPaused();
    }

    @Override
    public AckBuffer send(AckBuffer acks) {
        AckBuffer next = target.acks().put(acks);
        target.bell().ring();
        return next;
    }

    @Override
    public AckBuffer sendOrRing(AckBuffer acks) {
        return send(acks);
    }

    @Override
    public void close() {
        target.detach(this);
    }

    /** Called by the target's thread. */
    void wake() {
        if (waiting) {
            waiting = false;
            sourceBell.ring();
        }
    }
}
