// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.link;

import io.millrace.ipc.doorbell.Doorbell;
import io.millrace.runtime.ledger.AckLane;
import io.millrace.runtime.tuple.DataTuple;
import java.lang.invoke.VarHandle;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import org.jctools.queues.MessagePassingQueue;
import org.jctools.queues.varhandle.MpscVarHandleArrayQueue;

/**
 * The hand-over from other threads of the process to one executor. Each turn the executor's thread drains it into the
 * inboxes of its tasks, so a paused task never fills it for the others.
 */
public final class Inbound {

    private final ExecutorBell bell;
    private final MpscVarHandleArrayQueue<DataTuple> tuples;
    private final AckLane acks = new AckLane();
    private final ConcurrentLinkedQueue<byte[]> controls = new ConcurrentLinkedQueue<>();
    private final CopyOnWriteArrayList<QueueLink> sources = new CopyOnWriteArrayList<>();

    /** Whether a source may be waiting for room. It spares the executor a check of each source. */
    private volatile boolean awaited;

    public Inbound(int capacity, ExecutorBell bell) {
        this.bell = bell;
        this.tuples = new MpscVarHandleArrayQueue<>(capacity);
    }

    // Any thread

    /** Returns the doorbell of the thread that runs the executor. */
    public Doorbell bell() {
        return bell.ofExecutor();
    }

    /** Returns the number of the executor's first thread among those of the worker. */
    public int threadNumber() {
        return bell.thread();
    }

    /** Returns the doorbell at which the executor's first thread waits. */
    public Doorbell threadBell() {
        return bell.ofThread();
    }

    public AckLane acks() {
        return acks;
    }

    /** Hands over a control message, see {@link Link#sendControl}. */
    public void control(byte[] message) {
        controls.add(message);
        bell().ring();
    }

    /** Takes up to {@code count} tuples, as many as there is room for. Returns how many. */
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

    // Called by the executor's thread

    /** Another thread of the worker runs the executor from now on: who brings work wakes that one. */
    public void moveTo(int thread) {
        bell.move().accept(thread);
    }

    /** Returns the next control message, or null. */
    public byte[] pollControl() {
        return controls.poll();
    }

    public DataTuple poll() {
        return tuples.poll();
    }

    public int waiting() {
        return tuples.size();
    }

    /** Rings the doorbells of sources that wait. Must be called after room was made or a task was resumed. */
    public void roomMade() {
        // The room must be visible before this reads which sources wait; a source publishes that it waits before it
        // checks for room
        VarHandle.fullFence();
        if (awaited) {
            awaited = false;
            for (QueueLink source : sources) {
                source.wake();
            }
        }
    }
}
