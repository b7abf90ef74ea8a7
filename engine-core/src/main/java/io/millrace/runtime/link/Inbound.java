package io.millrace.runtime.link;

import io.millrace.ipc.doorbell.Doorbell;
import io.millrace.runtime.ledger.AckLane;
import io.millrace.runtime.tuple.DataTuple;
import java.lang.invoke.VarHandle;
import java.util.concurrent.CopyOnWriteArrayList;
import org.jctools.queues.MessagePassingQueue;
import org.jctools.queues.varhandle.MpscVarHandleArrayQueue;

/**
 * What other threads of the same process hand to one executor. They offer; the executor's thread drains it in each turn
 * into the inboxes of its tasks, so one paused task never fills it for the others.
 */
public final class Inbound {

    private final HostBell bell;
    private final MpscVarHandleArrayQueue<DataTuple> tuples;
    private final AckLane acks = new AckLane();
    private final CopyOnWriteArrayList<QueueLink> sources = new CopyOnWriteArrayList<>();

    /** Until when the executor does nothing by itself; 0 if it does something. */
    private volatile long rest;

    /** What its thread needs of a core in common, a {@link CoreNeed}. */
    private volatile long coreNeed;

    /** Whether some source may be waiting for room; spares the executor a look at each. */
    private volatile boolean awaited;

    /** @param home where the executor's thread waits at first */
    public Inbound(int capacity, Doorbell home) {
        this.bell = new HostBell(home);
        this.tuples = new MpscVarHandleArrayQueue<>(capacity);
    }

    // Any thread

    public HostBell bell() {
        return bell;
    }

    public AckLane acks() {
        return acks;
    }

    /** Until when the executor does nothing unless something arrives, as it has said; 0 if something has arrived, or it has not said. */
    long restsUntil() {
        // In this order: the executor says that its rest is over before it takes what has arrived
        return tuples.isEmpty() && acks.isEmpty() ? rest : 0;
    }

    long coreNeed() {
        return coreNeed;
    }

    /** Takes so many tuples, or those for which there is room; returns how many. */
    int offer(MessagePassingQueue.Supplier<DataTuple> next, int count) {
        return tuples.fill(next, count);
    }

    void attach(QueueLink source) {
        sources.add(source);
    }

    void detach(QueueLink source) {
        sources.remove(source);
    }

    void await() {
        awaited = true;
    }

    // The executor's thread

    /** Whether nothing has arrived. */
    public boolean isEmpty() {
        return tuples.peek() == null && acks.isEmpty();
    }

    /** Says until when it does nothing unless something arrives; 0 for not at all. */
    public void restUntil(long nanoTime) {
        rest = nanoTime;
    }

    /** Says what its thread needs of a core in common, a {@link CoreNeed}. */
    public void coreNeed(long need) {
        coreNeed = need;
    }

    public DataTuple poll() {
        return tuples.poll();
    }

    public int waiting() {
        return tuples.size();
    }

    /** To be called after room was made or a task resumed: rings for the sources that wait. */
    public void roomMade() {
        // The room is visible before this looks who waits; a source publishes that it waits before it looks for room
        VarHandle.fullFence();
        if (awaited) {
            awaited = false;
            for (QueueLink source : sources) {
                source.wake();
            }
        }
    }
}
