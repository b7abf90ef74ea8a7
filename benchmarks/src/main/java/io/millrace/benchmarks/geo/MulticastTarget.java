// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmarks.geo;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.millrace.transport.InboundHandler;
import io.millrace.transport.InboundMessage;
import io.millrace.transport.Peer;
import io.millrace.transport.geo.GeoChannels;
import io.millrace.transport.geo.GeoFanOut;
import io.millrace.transport.geo.GeoReceiver;
import io.millrace.transport.geo.LatePolicy;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** One of several that get the same events: by a channel of its own, or by an entry, which the first of them is. */
final class MulticastTarget implements Role, InboundHandler {

    private static final long END_NANOS = TimeUnit.SECONDS.toNanos(30);

    /** The bit of a target task that marks what the entry gets to copy. */
    static final int TO_ENTRY = 1 << 20;

    private final Stepper stepper = new Stepper();
    private final GeoFanOut fanOut = new GeoFanOut();
    private final Links links;
    private final String source;
    private volatile List<Peer> others = List.of();
    private volatile Arrivals arrivals;

    MulticastTarget(String name, String host) {
        source = MulticastBed.PREFIX + "-source";
        links = new Links(name, host, this, fanOut::onRoom);
        stepper.start();
    }

    @Override
    public void onMessage(InboundMessage message) {
        if ((message.targetTask() & TO_ENTRY) != 0) {
            fanOut.take(message, message.targetTask() & ~TO_ENTRY, others, List.of(stepper.channels()::onMessage));
        } else {
            stepper.channels().onMessage(message);
        }
    }

    @Override
    public void onControl(int targetTask, ByteBuffer buffer, int offset, int length) {
        // Acknowledgements go to the source at once
    }

    @Override
    public ObjectNode answer(JsonNode request) throws IOException, InterruptedException {
        switch (request.get("do").asText()) {
            case "listen" -> {
                return Json.object().put("port", links.port());
            }
            case "connect" -> links.connect(request);
            case "open" ->
                open(request.get("channel").asInt(), request.get("index").asInt(), Json.cell(request));
            case "result" -> {
                if (!arrivals.awaitEnd(END_NANOS)) {
                    throw new IOException("the last event did not come within 30 s after it was sent");
                }
                synchronized (stepper) {
                    return arrivals.result();
                }
            }
            default -> throw new IOException("a target of copies cannot " + request);
        }
        return Json.object();
    }

    /** Both channels hand over to the same: what it gets must be in order, whichever is used. */
    private void open(int channel, int index, Cell cell) {
        synchronized (stepper) {
            arrivals = new Arrivals(cell);
            if (index == 0) {
                List<Peer> peers = new ArrayList<>();
                for (int i = 1; i < MulticastBed.destinations(cell); i++) {
                    peers.add(links.peer(MulticastBed.target(i)));
                }
                others = List.copyOf(peers);
            }
            GeoChannels next = stepper.next();
            next.add(channel, receiver(channel, MulticastSource.ofTarget(channel, index), cell));
            next.add(channel + 1, receiver(channel + 1, MulticastSource.ofTarget(channel + 1, index), cell));
            stepper.channels().replace(next);
        }
    }

    /** @param number by which it acknowledges */
    private GeoReceiver receiver(int channel, int number, Cell cell) {
        return new GeoReceiver(
                new GeoReceiver.Settings(
                        channel, cell.keptBytes(), cell.batches().maxBytes()),
                LatePolicy.ORDERED,
                null,
                arrivals,
                GeoChannels.acksTo(links.peer(source), number),
                System::nanoTime);
    }

    @Override
    public void close() {
        stepper.close();
        fanOut.close();
        links.close();
    }
}
