// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.client;

import io.millrace.api.config.TopologyKeys;
import io.millrace.ipc.doorbell.Doorbell;
import io.millrace.runtime.worker.ClientEndpoint;
import io.millrace.runtime.worker.NetSettings;
import io.millrace.runtime.worker.PeerEndpoint;
import io.millrace.transport.InboundHandler;
import io.millrace.transport.InboundMessage;
import io.millrace.transport.Peer;
import io.millrace.transport.PeerAddress;
import io.millrace.transport.Transport;
import io.millrace.transport.TransportConfig;
import io.millrace.transport.tcp.TcpTransport;
import java.nio.ByteBuffer;
import java.util.Map;
import org.jctools.queues.varhandle.MpscUnboundedVarHandleArrayQueue;

/** A client's transport, for workers of other nodes. Its event loop only hands messages to the client's thread. */
final class ClientNet implements InboundHandler, AutoCloseable {

    private static final int CHUNK = 256;

    private final MpscUnboundedVarHandleArrayQueue<InboundMessage> messages =
            new MpscUnboundedVarHandleArrayQueue<>(CHUNK);
    private final Doorbell bell;
    private final String host;
    private final Transport transport;

    ClientNet(ClientSpec spec, String client, Doorbell bell) {
        this.bell = bell;
        this.host = spec.net().host();
        this.transport = TcpTransport.start(
                TransportConfig.builder(spec.net().clusterId(), spec.topologyId(), client, ClientEndpoint.EPOCH)
                        .secret(spec.net().secret())
                        .listen(host, 0)
                        .threads(1)
                        .tls(spec.net().tls())
                        .inboundMemoryBytes(spec.config().get(TopologyKeys.TRANSPORT_MEMORY))
                        .latencyBudget(spec.config().get(TopologyKeys.TRANSPORT_LATENCY_BUDGET))
                        .congestion(spec.config().get(TopologyKeys.TRANSPORT_CONGESTION))
                        .messageMaxBytes(NetSettings.messageMaxBytes(spec.config()))
                        .build(),
                this,
                System::nanoTime);
        transport.expect(Map.of(), Map.of());
    }

    /** Sets the workers that may connect, by name with their epochs. */
    void expect(Map<String, Long> workers) {
        transport.expect(workers, workers);
    }

    String host() {
        return host;
    }

    int port() {
        return transport.address().getPort();
    }

    Peer connect(PeerEndpoint worker) {
        return transport.connect(
                new PeerAddress(worker.host(), worker.port(), worker.worker(), worker.epoch()), bell::ring);
    }

    /** Returns the next message for the client's thread, or null. It must be released. */
    InboundMessage poll() {
        return messages.poll();
    }

    @Override
    public void onMessage(InboundMessage message) {
        messages.offer(message);
        bell.ring();
    }

    /** Workers send no acks to a client. */
    @Override
    public void onControl(int targetTask, ByteBuffer buffer, int offset, int length) {}

    @Override
    public void close() {
        transport.close();
    }
}
