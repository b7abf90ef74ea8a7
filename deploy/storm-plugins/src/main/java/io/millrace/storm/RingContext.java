// SPDX-License-Identifier: Apache-2.0
package io.millrace.storm;

import io.millrace.storm.ring.RingNode;
import io.millrace.storm.ring.RingSettings;
import io.millrace.storm.ring.TransferLoop;
import java.io.IOException;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Supplier;
import org.apache.storm.messaging.ConnectionWithStatus;
import org.apache.storm.messaging.IConnection;
import org.apache.storm.messaging.IConnectionCallback;
import org.apache.storm.messaging.IContext;
import org.apache.storm.messaging.netty.Context;
import org.apache.storm.metrics2.StormMetricRegistry;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Storm's messaging between workers, with a ring in shared memory where both are on one node and Storm's own Netty
 * everywhere else. Made by Storm in each worker from {@code storm.messaging.transport}, with the settings of the
 * topology. Where a ring cannot be had, one line says why and Netty does the work.
 */
public final class RingContext implements IContext {
    private static final Logger LOG = LoggerFactory.getLogger(RingContext.class);

    private final Context netty = new Context();
    private RingSettings settings = RingSettings.DEFAULTS;
    private Optional<RingNode> node = Optional.empty();

    /** What releases of Storm without metrics of this kind call. */
    @Override
    @Deprecated
    public void prepare(Map<String, Object> topologyConfig) {
        netty.prepare(topologyConfig);
        open(topologyConfig, Optional.empty());
    }

    @Override
    public void prepare(Map<String, Object> topologyConfig, StormMetricRegistry metrics) {
        netty.prepare(topologyConfig, metrics);
        open(topologyConfig, Optional.ofNullable(metrics));
    }

    private void open(Map<String, Object> topologyConfig, Optional<StormMetricRegistry> metrics) {
        try {
            settings = RingSettings.of(topologyConfig);
            Optional<String> refusal = RingSettings.refusal(topologyConfig);
            if (refusal.isPresent()) {
                LOG.info("workers of this node exchange messages by Netty: {}", refusal.get());
                return;
            }
            node = Optional.of(RingNode.open(settings, metrics));
        } catch (IOException | RuntimeException e) {
            LOG.warn("workers of this node exchange messages by Netty, as there is no shared memory: {}", e.toString());
        }
    }

    @Override
    public IConnection bind(
            String topology, int port, IConnectionCallback callback, Supplier<Object> newConnectionResponse) {
        if (settings.waitsAtDoorbell()) {
            TransferLoop.replace(newConnectionResponse);
        }
        Supplier<IConnection> server = () -> netty.bind(topology, port, callback, newConnectionResponse);
        return node.map(own -> own.bind(topology, port, callback, server)).orElseGet(server);
    }

    @Override
    public IConnection connect(String topology, String host, int port, AtomicBoolean[] backPressure) {
        IConnection client = netty.connect(topology, host, port, backPressure);
        return node.isPresent() && client instanceof ConnectionWithStatus status
                ? node.get().connect(topology, host, port, status)
                : client;
    }

    @Override
    public void term() {
        node.ifPresent(RingNode::close);
        netty.term();
    }
}
