// SPDX-License-Identifier: Apache-2.0
package io.millrace.storm.ring;

import java.util.Map;
import java.util.Queue;
import java.util.function.IntSupplier;
import org.apache.storm.daemon.worker.WorkerState;
import org.apache.storm.daemon.worker.WorkerTransfer;
import org.apache.storm.serialization.ITupleSerializer;
import org.apache.storm.tuple.AddressedTuple;
import org.apache.storm.utils.Utils;
import org.apache.storm.utils.Utils.SmartThread;

/**
 * Storm's queue of messages to other workers, with a thread that waits until there is one. Storm's own thread sleeps
 * for a millisecond whenever the queue is empty.
 */
final class DoorbellTransfer extends WorkerTransfer {
    private final ThreadBell bell = new ThreadBell();
    private final IntSupplier work = this::doWork;

    DoorbellTransfer(WorkerState worker, Map<String, Object> topologyConfig, int maxTaskId) {
        super(worker, topologyConfig, maxTaskId);
    }

    @Override
    public SmartThread makeTransferThread() {
        return Utils.asyncLoop(() -> {
            if (doWork() == 0) {
                idle();
            }
            return 0L;
        });
    }

    private int doWork() {
        return getTransferQueue().consume(this);
    }

    private void idle() {
        if (Looks.find(work)) {
            return;
        }
        bell.prepareWait();
        if (doWork() > 0) {
            bell.cancelWait();
        } else {
            bell.await();
        }
    }

    @Override
    public boolean tryTransferRemote(
            AddressedTuple tuple, Queue<AddressedTuple> pendingEmits, ITupleSerializer serializer) {
        boolean taken = super.tryTransferRemote(tuple, pendingEmits, serializer);
        bell.ring();
        return taken;
    }

    @Override
    public void flushRemotes() throws InterruptedException {
        super.flushRemotes();
        bell.ring();
    }

    @Override
    public boolean tryFlushRemotes() {
        boolean flushed = super.tryFlushRemotes();
        bell.ring();
        return flushed;
    }
}
