// SPDX-License-Identifier: Apache-2.0
package io.millrace.storm.ring;

import java.util.Collection;
import java.util.HashMap;
import java.util.Iterator;
import java.util.Map;
import org.apache.storm.grouping.Load;
import org.apache.storm.messaging.ConnectionWithStatus;
import org.apache.storm.messaging.IConnection;
import org.apache.storm.messaging.TaskMessage;
import org.apache.storm.messaging.netty.BackPressureStatus;
import org.apache.storm.metric.api.IStatefulObject;

/** The receiving side of a worker: Netty's, which also informs all senders, and the ring beside it. */
final class RingServer extends ConnectionWithStatus implements IStatefulObject {
    private static final String ENQUEUED = "enqueued";

    private final IConnection netty;
    private final RingReceiver receiver;

    RingServer(IConnection netty, RingReceiver receiver) {
        this.netty = netty;
        this.receiver = receiver;
    }

    @Override
    public Status status() {
        return netty instanceof ConnectionWithStatus status ? status.status() : Status.Ready;
    }

    @Override
    public void sendLoadMetrics(Map<Integer, Double> taskToLoad) {
        netty.sendLoadMetrics(taskToLoad);
    }

    @Override
    public void sendBackPressureStatus(BackPressureStatus status) {
        netty.sendBackPressureStatus(status);
    }

    @Override
    public void send(Iterator<TaskMessage> messages) {
        netty.send(messages);
    }

    @Override
    public Map<Integer, Load> getLoad(Collection<Integer> tasks) {
        return netty.getLoad(tasks);
    }

    @Override
    public int getPort() {
        return netty.getPort();
    }

    /** Returns Netty's metric {@code __recv-iconnection}, with the ring as one more sender. */
    @Override
    public Object getState() {
        Map<Object, Object> state = new HashMap<>();
        if (netty instanceof IStatefulObject stateful && stateful.getState() instanceof Map<?, ?> own) {
            state.putAll(own);
        }
        Map<Object, Object> enqueued = new HashMap<>();
        if (state.get(ENQUEUED) instanceof Map<?, ?> own) {
            enqueued.putAll(own);
        }
        enqueued.put("ring", receiver.takeCount());
        state.put(ENQUEUED, enqueued);
        return state;
    }

    @Override
    public void close() {
        receiver.close();
        try {
            netty.close();
        } catch (RuntimeException e) {
            throw e;
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }
}
