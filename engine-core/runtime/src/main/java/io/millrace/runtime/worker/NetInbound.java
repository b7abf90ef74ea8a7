// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.worker;

import io.millrace.runtime.codec.CodecException;
import io.millrace.runtime.executor.Executor;
import io.millrace.runtime.executor.NetReceiver;
import io.millrace.runtime.geo.gate.GeoGate;
import io.millrace.runtime.ledger.AckBuffer;
import io.millrace.runtime.link.NetChannel;
import io.millrace.runtime.link.SiteChannel;
import io.millrace.runtime.tuple.AckMessage;
import io.millrace.runtime.tuple.TupleBatch;
import io.millrace.runtime.tuple.TupleDecoder;
import io.millrace.transport.InboundHandler;
import io.millrace.transport.InboundMessage;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Sorts the messages of the transport by target executor. Executors are added before the transport starts; its one
 * event loop calls all other methods.
 */
final class NetInbound implements InboundHandler {

    private static final Logger LOG = LoggerFactory.getLogger(NetInbound.class);

    private final int tasks;
    private final NetReceiver[] receiverOfTask;
    private final Executor[] executorOfTask;

    /** The gate of each task; entries are null if there are no channels between sites. */
    private final GeoGate[] gateOfTask;

    private final List<GeoGate> gates = new ArrayList<>();

    /** The routes to other regions; null before the first link to one. */
    private volatile SiteRoutes sites;

    private AckBuffer acks = new AckBuffer();

    /** @param tasks number of the topology's tasks */
    NetInbound(int tasks) {
        this.tasks = tasks;
        this.receiverOfTask = new NetReceiver[tasks + 1];
        this.executorOfTask = new Executor[tasks + 1];
        this.gateOfTask = new GeoGate[tasks + 1];
    }

    void add(Executor executor, NetReceiver receiver) {
        for (int task : executor.taskIds()) {
            receiverOfTask[task] = receiver;
            executorOfTask[task] = executor;
        }
    }

    void add(Executor executor, GeoGate gate) {
        gates.add(gate);
        executor.taskIds().forEach(task -> gateOfTask[task] = gate);
    }

    /** Sets the routes of batches that come to be forwarded or copied. Any thread. */
    void forwardTo(SiteRoutes routes) {
        sites = routes;
    }

    /** Returns the channels between sites of the executor of a task; null if there are none. */
    GeoGate gate(int task) {
        return gateOfTask[task];
    }

    /** Returns the channels between sites of all executors. */
    List<GeoGate> gates() {
        return gates;
    }

    @Override
    public void onMessage(InboundMessage message) {
        if (SiteChannel.isBetweenSites(message.targetTask())) {
            onBatch(message);
            return;
        }
        int task = NetChannel.task(message.targetTask());
        if (task >= receiverOfTask.length || receiverOfTask[task] == null) {
            // The sender has another assignment
            message.release();
        } else {
            receiverOfTask[task].put(message);
        }
    }

    @Override
    public void onClosed(long connection) {
        gates.forEach(gate -> gate.connectionClosed(connection));
    }

    @Override
    public long payload(int targetTask, ByteBuffer buffer, int offset, int length, int messageBytes) {
        return SiteChannel.isBetweenSites(targetTask)
                ? NO_PAYLOAD
                : TupleDecoder.payload(buffer, offset, length, messageBytes);
    }

    private void onBatch(InboundMessage message) {
        if (SiteChannel.isByRelay(message.targetTask())) {
            if (sites == null) {
                message.release();
            } else {
                sites.onMessage(message);
            }
            return;
        }
        int task = SiteChannel.target(message.targetTask(), tasks);
        if (task == SiteChannel.SEVERAL) {
            onCopies(message);
        } else if (!SiteChannel.isOfTopology(message.targetTask(), tasks) || gateOfTask[task] == null) {
            // The sender has another assignment
            message.release();
        } else {
            gateOfTask[task].put(message);
        }
    }

    private void onCopies(InboundMessage message) {
        int source = SiteChannel.source(message.targetTask(), tasks);
        int channel = SiteChannel.withoutEntry(message.targetTask());
        if (sites == null) {
            message.release();
        } else if (SiteChannel.isForEntry(message.targetTask())) {
            sites.entries().onMessage(message, source, channel);
        } else {
            sites.entries().onCopy(message, source, channel);
        }
    }

    @Override
    public void onControl(int targetTask, ByteBuffer buffer, int offset, int length) {
        if (targetTask > 0 && SiteChannel.isByRelay(targetTask)) {
            if (sites != null) {
                sites.onControl(targetTask, buffer, offset, length);
            }
            return;
        }
        if (targetTask <= 0 || targetTask >= executorOfTask.length || executorOfTask[targetTask] == null) {
            return;
        }
        if (TupleBatch.isBatch(buffer, offset, length)) {
            // The barriers come behind the messages that have come by channels before
            receiverOfTask[targetTask].put(ControlCopy.of(targetTask, buffer, offset, length));
        } else if (AckMessage.isAcks(buffer, offset, length)) {
            onAcks(targetTask, buffer, offset, length);
        } else {
            byte[] message = new byte[length];
            buffer.get(offset, message);
            executorOfTask[targetTask].inbound().control(message);
        }
    }

    private void onAcks(int targetTask, ByteBuffer buffer, int offset, int length) {
        try {
            AckMessage.read(buffer, offset, length, acks);
        } catch (CodecException e) {
            LOG.warn("acks for task {} are dropped: {}", targetTask, e.getMessage());
            return;
        }
        Executor executor = executorOfTask[targetTask];
        acks = executor.inbound().acks().put(acks);
        executor.inbound().bell().ring();
    }
}
