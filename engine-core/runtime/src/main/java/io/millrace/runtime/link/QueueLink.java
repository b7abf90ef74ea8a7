// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.link;

import io.millrace.ipc.doorbell.Doorbell;
import io.millrace.runtime.ledger.AckBuffer;
import io.millrace.runtime.metrics.LinkKind;
import io.millrace.runtime.tuple.DataTuple;
import java.util.Arrays;
import org.jctools.queues.MessagePassingQueue;

/**
 * The link to another executor of the same worker: tuples pass as objects through its bounded queue. The link gathers
 * them until the source task's run ends ({@link Paths#handOver}), and hands them over together. Otherwise the two
 * threads would take the queue's cache lines from each other for each tuple.
 */
public final class QueueLink implements Link, Gathering {

    private static final int MOST_GATHERED = 64;

    private final Inbound target;
    private final PauseSign[] signs;
    private final CycleEdges cycles;
    private final Doorbell sourceBell;
    private final Paths source;
    private volatile boolean waiting;

    // The source's thread
    private final DataTuple[] gathered = new DataTuple[MOST_GATHERED];
    private final MessagePassingQueue.Supplier<DataTuple> next = this::next;
    private int size;
    private int taken;

    /**
     * @param signs pause signs of the target's tasks, by task id
     * @param sourceBell doorbell that is rung when there is room again
     * @param source paths with which the link registers when it has gathered tuples
     */
    public QueueLink(Inbound target, PauseSign[] signs, CycleEdges cycles, Doorbell sourceBell, Paths source) {
        this.target = target;
        this.signs = signs;
        this.cycles = cycles;
        this.sourceBell = sourceBell;
        this.source = source;
        target.attach(this);
    }

    @Override
    public LinkKind kind() {
        return LinkKind.QUEUE;
    }

    @Override
    public boolean offer(DataTuple tuple) {
        int task = tuple.targetTask();
        PauseSign sign = signs[task];
        boolean insideCycle = cycles.insideCycle(tuple.sourceTask(), task);
        if (sign.isPaused() && !insideCycle) {
            return false;
        }
        if (size == MOST_GATHERED && !handOverSome() || !sign.admits(tuple, insideCycle)) {
            return false;
        }
        if (size == 0) {
            source.gathers(this, false);
        }
        gathered[size++] = tuple;
        return true;
    }

    @Override
    public boolean handOver(boolean ring) {
        handOverSome();
        if (size > 0 && ring) {
            ringWhenResumed();
            handOverSome();
        }
        return size == 0;
    }

    /** Hands over gathered tuples as far as there is room; false if there is none. */
    private boolean handOverSome() {
        source.handsOver();
        int count = target.offer(next, size);
        if (count == 0) {
            return false;
        }
        target.bell().ring();
        size -= count;
        System.arraycopy(gathered, count, gathered, 0, size);
        Arrays.fill(gathered, size, size + count, null);
        taken = 0;
        return true;
    }

    private DataTuple next() {
        return gathered[taken++];
    }

    @Override
    public boolean ringWhenResumed() {
        // The stores are volatile, in this order: a thread that sees `awaited` sees `waiting`, and the second try sees
        // the room that was made before
        waiting = true;
        target.await();
        return true;
    }

    @Override
    public boolean refuses(int task) {
        return signs[task].isPaused();
    }

    @Override
    public AckBuffer send(AckBuffer acks) {
        AckBuffer next = target.acks().put(acks);
        target.bell().ring();
        return next;
    }

    @Override
    public boolean sendControl(byte[] message) {
        target.control(message);
        return true;
    }

    @Override
    public void close() {
        if (size > 0) {
            handOverSome();
        }
        target.detach(this);
    }

    /** Rings the source's doorbell if it waits. Called by the target's thread. */
    void wake() {
        if (waiting) {
            waiting = false;
            sourceBell.ring();
        }
    }
}
