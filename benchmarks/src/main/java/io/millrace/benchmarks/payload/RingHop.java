// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmarks.payload;

import io.millrace.ipc.liveness.SharedDirectory;
import io.millrace.ipc.ring.MessageHandler;
import io.millrace.ipc.ring.RingConfig;
import io.millrace.ipc.ring.RingConsumer;
import io.millrace.ipc.ring.RingProducer;
import io.millrace.runtime.link.Link;
import io.millrace.runtime.link.Paths;
import io.millrace.runtime.link.RingLink;
import io.millrace.runtime.tuple.DataTuple;
import io.millrace.runtime.tuple.RetainedMessage;
import io.millrace.runtime.tuple.TupleDecoder;
import io.millrace.runtime.tuple.TupleEncoder;
import java.io.IOException;
import java.nio.ByteBuffer;

/** A hop by a ring. */
final class RingHop implements Hop, MessageHandler {

    private static final int POLL_LIMIT = 16;

    private final TupleDecoder decoder;
    private final SharedDirectory own;
    private final RingConsumer consumer;
    private final Paths paths = new Paths(2);
    private final Link link;
    private DataTuple received;
    private boolean views;

    RingHop(TupleEncoder encoder, TupleDecoder decoder, int ringBytes, int mostBytes) throws IOException {
        this.decoder = decoder;
        own = SharedDirectory.create(SharedDirectory.defaultBase(), "millrace-payload");
        int capacity = Integer.highestOneBit(ringBytes - 1) << 1;
        RingConfig config = RingConfig.defaults().withCapacityBytes(capacity).withMaxMessageBytes(mostBytes);
        consumer = RingConsumer.create(own.path().resolve("in"), config, own.lock());
        RingProducer producer = RingProducer.open(consumer.path(), own.lock(), null);
        link = new RingLink(producer, encoder, task -> 0, (from, to) -> false, capacity, paths);
    }

    @Override
    public void views(boolean on) {
        views = on;
    }

    @Override
    public Link link() {
        return link;
    }

    @Override
    public DataTuple receive() {
        received = null;
        paths.handOver();
        consumer.poll(this, POLL_LIMIT);
        return received;
    }

    @Override
    public void onMessage(int task, ByteBuffer buffer, int offset, int length) {
        if (!views) {
            received = decoder.read(task, buffer, offset, length);
            return;
        }
        RetainedMessage message = new RetainedMessage(buffer);
        decoder.hold(message);
        received = decoder.read(task, buffer, offset, length);
        decoder.hold(null);
        message.retainedBy(consumer.retain(message::moveOut));
        received.holdsViews();
    }

    @Override
    public long payload(ByteBuffer buffer, int offset, int length, int messageBytes) {
        return TupleDecoder.payload(buffer, offset, length, messageBytes);
    }

    @Override
    public void onMessage(int task, ByteBuffer rest, int length, int payloadAt, byte[] payload) {
        received = decoder.read(task, rest, 0, length, payloadAt, payload, 0, 0);
    }

    @Override
    public void close() {
        link.close();
        consumer.close();
        own.close();
    }
}
