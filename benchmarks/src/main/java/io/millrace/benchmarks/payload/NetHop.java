// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmarks.payload;

import io.millrace.runtime.link.Link;
import io.millrace.runtime.link.NetLink;
import io.millrace.runtime.link.Paths;
import io.millrace.runtime.tuple.DataTuple;
import io.millrace.runtime.tuple.TupleDecoder;
import io.millrace.runtime.tuple.TupleEncoder;
import io.millrace.transport.InboundHandler;
import io.millrace.transport.InboundMessage;
import io.millrace.transport.LinkSecret;
import io.millrace.transport.Peer;
import io.millrace.transport.PeerAddress;
import io.millrace.transport.Transport;
import io.millrace.transport.TransportConfig;
import io.millrace.transport.tcp.TcpTransport;
import java.nio.ByteBuffer;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;

/** A hop by a connection over loopback. */
final class NetHop implements Hop, InboundHandler {

    private final TupleDecoder decoder;
    private final Queue<InboundMessage> messages = new ConcurrentLinkedQueue<>();
    private final Transport target;
    private final Transport source;
    private final Peer peer;
    private final Link link;

    NetHop(TupleEncoder encoder, TupleDecoder decoder) {
        this.decoder = decoder;
        target = TcpTransport.start(config("target"), this, System::nanoTime);
        source = TcpTransport.start(config("source"), this, System::nanoTime);
        peer = source.connect(new PeerAddress("127.0.0.1", target.address().getPort(), "target", 1), () -> {});
        link = new NetLink(peer, encoder, (from, to) -> false, 1, false, new Paths(2));
    }

    private static TransportConfig config(String name) {
        return TransportConfig.builder("benchmark", "payload", name, 1)
                .secret(new LinkSecret(new byte[32]))
                .build();
    }

    @Override
    public Link link() {
        return link;
    }

    @Override
    public DataTuple receive() {
        InboundMessage message = messages.poll();
        if (message == null) {
            Thread.onSpinWait();
            return null;
        }
        DataTuple tuple = decoder.read(
                message.targetTask(),
                message.buffer(),
                message.offset(),
                message.length(),
                message.payloadAt(),
                message.payload(),
                0,
                0);
        message.release();
        return tuple;
    }

    @Override
    public void onMessage(InboundMessage message) {
        messages.add(message);
    }

    @Override
    public void onControl(int targetTask, ByteBuffer buffer, int offset, int length) {}

    @Override
    public long payload(int targetTask, ByteBuffer buffer, int offset, int length, int messageBytes) {
        return TupleDecoder.payload(buffer, offset, length, messageBytes);
    }

    @Override
    public void close() {
        peer.close();
        source.close();
        target.close();
    }
}
