// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmarks.geo;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.millrace.transport.geo.GeoChannels;
import io.millrace.transport.geo.GeoReceiver;
import io.millrace.transport.geo.LatePolicy;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * The receiving end: several transports, so that there can be several connections to it, and one thread that steps the
 * channel.
 */
final class TargetRole implements Role {

    private static final long END_NANOS = TimeUnit.SECONDS.toNanos(30);

    private final Stepper stepper = new Stepper();
    private final List<Links> links = new ArrayList<>();

    /** The arrivals of the present measurement; the stepper writes them. */
    private volatile Arrivals arrivals;

    private GeoReceiver receiver;

    /** @param names of its transports */
    TargetRole(List<String> names, String host) {
        for (String name : names) {
            links.add(new Links(name, host, stepper.channels(), () -> {}));
        }
        stepper.start();
    }

    @Override
    public ObjectNode answer(JsonNode request) throws IOException, InterruptedException {
        switch (request.get("do").asText()) {
            case "listen" -> {
                return Json.object().put("port", port(request.get("name").asText()));
            }
            case "connect" -> links.get(0).connect(request);
            case "open" -> open(request.get("channel").asInt(), Json.cell(request));
            case "result" -> {
                return result();
            }
            default -> throw new IOException("the target cannot " + request);
        }
        return Json.object();
    }

    private int port(String name) {
        int index = name.equals(Network.TARGET) ? 0 : Network.number(name) - 1;
        return links.get(index).port();
    }

    private void open(int channel, Cell cell) {
        synchronized (stepper) {
            arrivals = new Arrivals(cell);
            receiver = new GeoReceiver(
                    new GeoReceiver.Settings(
                            channel, cell.keptBytes(), cell.batches().maxBytes()),
                    LatePolicy.ORDERED,
                    null,
                    arrivals,
                    GeoChannels.acksTo(links.get(0).peer(Network.SOURCE), channel),
                    System::nanoTime);
            GeoChannels next = stepper.next();
            next.add(channel, receiver);
            stepper.channels().replace(next);
        }
    }

    private ObjectNode result() throws IOException, InterruptedException {
        if (!arrivals.awaitEnd(END_NANOS)) {
            throw new IOException("the last event did not come within 30 s after it was sent");
        }
        synchronized (stepper) {
            ObjectNode result = arrivals.result();
            GeoReceiver.Counters counters = receiver.counters();
            result.put("duplicates", counters.duplicates());
            result.put("refused", counters.refused());
            result.put("invalid", counters.invalid());
            return result;
        }
    }

    @Override
    public void close() {
        stepper.close();
        links.forEach(Links::close);
    }
}
