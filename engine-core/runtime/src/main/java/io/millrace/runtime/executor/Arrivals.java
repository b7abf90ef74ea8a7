// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.executor;

import io.millrace.runtime.codec.CodecException;
import io.millrace.runtime.ledger.AckBuffer;
import io.millrace.runtime.ledger.RootIds;
import io.millrace.runtime.link.DirectLink;
import io.millrace.runtime.link.Inbound;
import io.millrace.runtime.metrics.LinkKind;
import io.millrace.runtime.task.Capability;
import io.millrace.runtime.task.MessageHandler;
import io.millrace.runtime.task.Task;
import io.millrace.runtime.task.TaskGroup;
import io.millrace.runtime.tuple.AckMessage;
import io.millrace.runtime.tuple.DataTuple;
import io.millrace.runtime.tuple.MessageDescriptor;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Distributes tuples and messages that reach one executor to its tasks. Confined to the executor's thread. */
public final class Arrivals implements DirectLink.Tasks, TaskGroup {

    private static final Logger LOG = LoggerFactory.getLogger(Arrivals.class);

    private final Executor executor;
    private final ExecutorTasks tasks;

    /** The handlers, by the kind of messages. */
    private final MessageHandler[] handlers = new MessageHandler[1 << Byte.SIZE];

    private final AckBuffer acks = new AckBuffer();

    Arrivals(Executor executor, ExecutorTasks tasks, List<Capability> capabilities) {
        this.executor = executor;
        this.tasks = tasks;
        Arrays.fill(handlers, (MessageHandler) this::onAcks);
        for (byte kind : MessageDescriptor.ofCapabilities()) {
            handle(kind, (group, message, offset, length) -> {});
        }
        capabilities.forEach(each -> each.messages().forEach(this::handle));
    }

    /** Sets the handler of the messages of a kind. */
    void handle(byte kind, MessageHandler handler) {
        handlers[Byte.toUnsignedInt(kind)] = handler;
    }

    @Override
    public Task task(int id) {
        return tasks.byId(id);
    }

    @Override
    public long generationNumber() {
        return executor.generationNumber();
    }

    /**
     * Takes tuples, acks and messages that other executors of the worker have handed over, but no more tuples than the
     * limit. Returns how many.
     */
    int receive(int limit) {
        int received = 0;
        Inbound inbound = executor.inbound();
        AckBuffer acks = inbound.acks().take();
        if (acks != null) {
            apply(acks);
            inbound.acks().recycle(acks);
            received++;
        }
        byte[] message;
        while ((message = inbound.pollControl()) != null) {
            apply(message);
            received++;
        }
        DataTuple tuple;
        int taken = 0;
        while (taken < limit && (tuple = inbound.poll()) != null) {
            tuple.arrivedBy(LinkKind.QUEUE);
            if (tuple.stageTimes() != null) {
                tuple.stageTimes().takeIn(executor.nanoTime());
            }
            deliver(tuple);
            taken++;
        }
        if (taken > 0) {
            executor.services().roomMade();
        }
        return received + taken;
    }

    /**
     * Puts a tuple from another executor into the inbox of its task. Drops a tuple of an earlier generation, or for a
     * task that does not run here.
     */
    public void deliver(DataTuple tuple) {
        Task task = tasks.byId(tuple.targetTask());
        if (task == null || tuple.generation() != (short) executor.generationNumber()) {
            if (tuple.stream().isCounted()) {
                executor.counters().addReceived(tuple.arrivedBy());
            }
            tuple.releaseCredit();
            tuple.releaseViews();
        } else {
            task.deliver(tuple);
        }
    }

    @Override
    public void apply(AckBuffer acks) {
        for (int i = 0; i < acks.size(); i++) {
            Task task = tasks.byId(RootIds.task(acks.root(i)));
            if (task == null) {
                continue;
            }
            if (acks.failed(i)) {
                task.treeFailed(acks.root(i));
            } else {
                if (acks.edges(i) != 0) {
                    task.acked(acks.root(i), acks.edges(i));
                }
                if (acks.renewed(i)) {
                    task.treeRenewed(acks.root(i));
                }
            }
        }
    }

    @Override
    public void apply(byte[] message) {
        try {
            onMessage(ByteBuffer.wrap(message).order(ByteOrder.LITTLE_ENDIAN), 0, message.length);
        } catch (CodecException e) {
            // The message is from another node, whose sender repeats it
            LOG.warn("{} drops a control message: {}", executor, e.getMessage());
        }
    }

    /** Takes a message that is no tuple. Throws {@link CodecException} if it is malformed, or of an unknown kind. */
    void onMessage(ByteBuffer message, int offset, int length) {
        int kind = length > 0 ? Byte.toUnsignedInt(message.get(offset)) : 0;
        handlers[kind].onMessage(this, message, offset, length);
    }

    /** Applies acks. Refuses messages of an unknown kind too. */
    private void onAcks(TaskGroup group, ByteBuffer message, int offset, int length) {
        try {
            AckMessage.read(message, offset, length, acks);
            apply(acks);
        } finally {
            acks.clear();
        }
    }

    @Override
    public boolean handOver(DataTuple tuple) {
        return tasks.byId(tuple.targetTask()).handOver(tuple);
    }

    @Override
    public boolean isPaused(int task) {
        return tasks.byId(task).sign().isPaused();
    }
}
