// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.link;

import io.millrace.runtime.ledger.AckBuffer;
import io.millrace.runtime.metrics.LinkKind;
import io.millrace.runtime.tuple.DataTuple;
import java.util.ArrayDeque;
import java.util.function.LongSupplier;
import java.util.function.Predicate;

/**
 * A link with its properties, which are asked for once, and the acks and control messages that are sent over it at the
 * end of the turn. Confined to the source executor's thread.
 */
public final class Path {

    private static final int BEYOND_REGION = 3;

    private final Link link;
    private final LinkKind kind;
    private final boolean takesUnwritten;
    private final Predicate<DataTuple> begun;
    private final LongSupplier breaks;
    private final int distance;
    private final boolean dormant;
    private AckBuffer acks = new AckBuffer();
    private final ArrayDeque<byte[]> controls = new ArrayDeque<>();

    public Path(Link link) {
        this.link = link;
        this.kind = link.kind();
        this.dormant = link instanceof AbsentLink absent && absent.isDormant();
        this.takesUnwritten = link instanceof Link.TakesUnwritten;
        this.begun = link instanceof Link.SendsInParts parts ? parts::hasBegun : tuple -> false;
        if (link instanceof Link.Connected connected) {
            this.breaks = connected::breaks;
            this.distance = connected.leavesRegion() ? BEYOND_REGION : distance(kind);
        } else {
            this.breaks = () -> 0;
            this.distance = distance(kind);
        }
    }

    private static int distance(LinkKind kind) {
        return switch (kind) {
            case DIRECT, QUEUE -> 0;
            case RING -> 1;
            case NET -> 2;
        };
    }

    public Link link() {
        return link;
    }

    public LinkKind kind() {
        return kind;
    }

    /** Returns the distance: 0 within the worker, 1 within the node, 2 within the region, 3 beyond. */
    public int distance() {
        return distance;
    }

    /** See {@link Link.TakesUnwritten}. */
    public boolean takesUnwritten() {
        return takesUnwritten;
    }

    /** See {@link Link.SendsInParts}. */
    public boolean hasBegun(DataTuple tuple) {
        return begun.test(tuple);
    }

    /** See {@link Link.Connected}. */
    public long breaks() {
        return breaks.getAsLong();
    }

    /** Returns whether the path leads to a task of a worker that is not up, or of no worker. */
    boolean isAbsent() {
        return link instanceof AbsentLink;
    }

    /** Returns whether the path leads to tasks that belong to no worker now. */
    public boolean isDormant() {
        return dormant;
    }

    /**
     * Hands over a tuple, see {@link Link#offer}.
     *
     * @param mayBlock whether the executor is about to block, and must be woken when another try makes sense
     */
    public boolean offer(DataTuple tuple, boolean mayBlock) {
        return link.offer(tuple) || mayBlock && link.ringWhenResumed() && link.offer(tuple);
    }

    public AckBuffer acks() {
        return acks;
    }

    /** Gathers a control message, see {@link Link#sendControl}. */
    void control(byte[] message) {
        controls.add(message);
    }

    /**
     * Sends the acks and messages that were gathered.
     *
     * @param mayBlock whether the executor is about to block, and must be woken if some remain
     * @return whether any were sent
     */
    public boolean flush(boolean mayBlock) {
        boolean sent = !controls.isEmpty() && flushControls();
        int gathered = acks.size();
        if (gathered == 0) {
            return sent;
        }
        acks = link.send(acks);
        if (mayBlock && !acks.isEmpty() && link.ringWhenResumed()) {
            acks = link.send(acks);
        }
        return sent || acks.size() < gathered;
    }

    private boolean flushControls() {
        boolean sent = false;
        while (!controls.isEmpty() && link.sendControl(controls.peek())) {
            controls.remove();
            sent = true;
        }
        return sent;
    }
}
