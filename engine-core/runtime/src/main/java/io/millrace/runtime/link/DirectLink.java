// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.link;

import io.millrace.runtime.ledger.AckBuffer;
import io.millrace.runtime.metrics.LinkKind;
import io.millrace.runtime.tuple.DataTuple;

/**
 * The link to tasks of the same executor. The target runs within the call if it is ready, without a queue in between.
 */
public final class DirectLink implements Link {

    /** The executor that runs the target tasks. */
    public interface Tasks {

        boolean handOver(DataTuple tuple);

        /** Returns whether the task's inbox has reached its bound. */
        boolean isPaused(int task);

        void apply(AckBuffer acks);

        /** Takes a control message. */
        void apply(byte[] message);
    }

    private final Tasks tasks;

    public DirectLink(Tasks tasks) {
        this.tasks = tasks;
    }

    @Override
    public LinkKind kind() {
        return LinkKind.DIRECT;
    }

    @Override
    public boolean offer(DataTuple tuple) {
        return tasks.handOver(tuple);
    }

    /** Returns false: this thread itself makes the room, and does not block before. */
    @Override
    public boolean ringWhenResumed() {
        return false;
    }

    @Override
    public boolean refuses(int task) {
        return tasks.isPaused(task);
    }

    @Override
    public AckBuffer send(AckBuffer acks) {
        tasks.apply(acks);
        acks.clear();
        return acks;
    }

    @Override
    public boolean sendControl(byte[] message) {
        tasks.apply(message);
        return true;
    }

    @Override
    public void close() {}
}
