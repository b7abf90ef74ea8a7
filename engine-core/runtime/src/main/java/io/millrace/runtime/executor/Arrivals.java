package io.millrace.runtime.executor;

import io.millrace.runtime.codec.CodecException;
import io.millrace.runtime.ledger.AckBuffer;
import io.millrace.runtime.ledger.RootIds;
import io.millrace.runtime.link.DirectLink;
import io.millrace.runtime.link.Inbound;
import io.millrace.runtime.metrics.LinkKind;
import io.millrace.runtime.task.Task;
import io.millrace.runtime.tuple.ChannelAckMessage;
import io.millrace.runtime.tuple.DataTuple;
import io.millrace.runtime.tuple.HoldingsMessage;
import io.millrace.runtime.tuple.TokenMessage;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Gives what reaches one executor to its tasks. Confined to the executor's thread. */
public final class Arrivals implements DirectLink.Tasks {

    private static final Logger LOG = LoggerFactory.getLogger(Arrivals.class);

    private final Executor executor;

    /** Null if the topology takes no snapshots. */
    private final SnapshotPort snapshots;

    Arrivals(Executor executor, SnapshotPort snapshots) {
        this.executor = executor;
        this.snapshots = snapshots;
    }

    private Inbound inbound() {
        return executor.inbound();
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

    /**
     * Puts a tuple from another executor into the inbox of its task. Drops one of an earlier generation, or for a task
     * that does not run here.
     */
    void deliver(DataTuple tuple) {
        Task task = executor.task(tuple.targetTask());
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
            Task task = executor.task(RootIds.task(acks.root(i)));
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
            onControl(ByteBuffer.wrap(message).order(ByteOrder.LITTLE_ENDIAN), 0, message.length);
        } catch (CodecException e) {
            // From another node: who has sent it repeats it
            LOG.warn("{} drops a control message: {}", executor, e.getMessage());
        }
    }

    /** Takes a control message. Throws {@link io.millrace.runtime.codec.CodecException} if it is malformed. */
    void onControl(ByteBuffer message, int offset, int length) {
        if (HoldingsMessage.isHoldings(message, offset, length)) {
            onHoldings(HoldingsMessage.read(message, offset, length));
        } else if (TokenMessage.isTokens(message, offset, length)) {
            onTokens(TokenMessage.read(message, offset, length));
        } else if (ChannelAckMessage.isChannelAck(message, offset, length)) {
            if (executor.geo() != null) {
                executor.geo().onAck(message, offset, length);
            }
        } else if (snapshots != null) {
            snapshots.onMessage(executor, message, offset, length);
        }
    }

    private void onHoldings(HoldingsMessage message) {
        Task task = executor.task(message.answer() ? message.spout() : message.bolt());
        if (task != null) {
            task.onHoldings(message);
        }
    }

    private void onTokens(TokenMessage message) {
        Task task = executor.task(message.grant() == null ? message.target() : message.source());
        if (task != null) {
            task.onTokens(message);
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
