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
import io.millrace.runtime.tuple.DataTuple;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Gives what reaches one executor to its tasks. Confined to the executor's thread. */
public final class Arrivals implements DirectLink.Tasks, TaskGroup {

    private static final Logger LOG = LoggerFactory.getLogger(Arrivals.class);

    private final Executor executor;

    /** By the kind of messages; null for kinds that nobody takes here. */
    private final MessageHandler[] handlers = new MessageHandler[1 << Byte.SIZE];

    private long strays;

    Arrivals(Executor executor, List<Capability> capabilities) {
        this.executor = executor;
        capabilities.forEach(each -> each.messages().forEach(this::handle));
    }

    /** Sets who takes the messages of a kind. */
    void handle(byte kind, MessageHandler handler) {
        handlers[Byte.toUnsignedInt(kind)] = handler;
    }

    @Override
    public Task task(int id) {
        return executor.task(id);
    }

    @Override
    public long generationNumber() {
        return executor.generationNumber();
    }

    @Override
    public void strayed() {
        strays++;
    }

    private Inbound inbound() {
        return executor.inbound();
    }

    /** Returns how many tuples and acks came for tasks that do not run here. */
    long strays() {
        return strays;
    }

    /** Takes what other executors of the worker have handed over, but no more tuples than this. Returns how much there was. */
    int receive(int limit) {
        int received = 0;
        AckBuffer acks = inbound().acks().take();
        if (acks != null) {
            apply(acks);
            inbound().acks().recycle(acks);
            received++;
        }
        byte[] message;
        while ((message = inbound().pollControl()) != null) {
            apply(message);
            received++;
        }
        DataTuple tuple;
        int taken = 0;
        while (taken < limit && (tuple = inbound().poll()) != null) {
            tuple.arrivedBy(LinkKind.QUEUE);
            if (tuple.trace() != null) {
                tuple.trace().takeIn(executor.nanoTime());
            }
            deliver(tuple);
            taken++;
        }
        if (taken > 0) {
            executor.services().roomMade();
        }
        return received + taken;
    }

    /** Puts a tuple from another executor into the inbox of its task. */
    public void deliver(DataTuple tuple) {
        Task task = executor.task(tuple.targetTask());
        if (task == null || tuple.generation() != (short) executor.generationNumber()) {
            if (task == null) {
                strays++;
            }
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
            Task task = executor.task(RootIds.task(acks.root(i)));
            if (task == null) {
                strays++;
            } else if (acks.failed(i)) {
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
            onControl(ByteBuffer.wrap(message).order(ByteOrder.LITTLE_ENDIAN), 0, message.length);
        } catch (CodecException e) {
            // From another node: who has sent it repeats it
            LOG.warn("{} drops a control message: {}", executor, e.getMessage());
        }
    }

    /** Takes a control message. Throws {@link io.millrace.runtime.codec.CodecException} if it is malformed. */
    void onControl(ByteBuffer message, int offset, int length) {
        MessageHandler handler = handlers[Byte.toUnsignedInt(message.get(offset))];
        // Messages of what the topology does not use are dropped
        if (handler != null) {
            handler.onMessage(this, message, offset, length);
        }
    }

    @Override
    public boolean handOver(DataTuple tuple) {
        return executor.task(tuple.targetTask()).handOver(tuple);
    }

    @Override
    public boolean isPaused(int task) {
        return executor.task(task).sign().isPaused();
    }
}
