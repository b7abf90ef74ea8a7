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
import java.util.concurrent.locks.LockSupport;

/** The receiving end: several transports, so that there can be several connections to it, and one thread that steps the channel. */
final class TargetRole implements Role {

    private static final long LONGEST_PARK_NANOS = TimeUnit.MILLISECONDS.toNanos(1);
    private static final long END_NANOS = TimeUnit.SECONDS.toNanos(30);

    private final CurrentChannels channels = new CurrentChannels();
    private final List<Links> links = new ArrayList<>();
    private final Thread stepper = new Thread(this::step, "target");
    private volatile boolean closed;

    /** Of the present measurement; the stepper writes it. */
    private volatile Arrivals arrivals;

    private GeoReceiver receiver;

    /** @param names of its transports */
    TargetRole(List<String> names, String host) {
        for (String name : names) {
            links.add(new Links(name, host, channels, () -> {}));
        }
        stepper.start();
    }

    private void step() {
        while (!closed) {
            GeoChannels now = channels.get();
            synchronized (this) {
                if (now.doWork()) {
                    continue;
                }
            }
            long wait = Math.min(now.nextDueNanos() - System.nanoTime(), LONGEST_PARK_NANOS);
            if (wait > 0) {
                LockSupport.parkNanos(wait);
            }
        }
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

    private synchronized void open(int channel, Cell cell) {
        arrivals = new Arrivals(cell);
        receiver = new GeoReceiver(
                new GeoReceiver.Settings(channel, cell.keptBytes(), cell.maxBatchBytes()),
                LatePolicy.ORDERED,
                null,
                arrivals,
                GeoChannels.acksTo(links.get(0).peer(Network.SOURCE), channel),
                System::nanoTime);
        GeoChannels next = new GeoChannels(() -> LockSupport.unpark(stepper));
        next.add(channel, receiver);
        channels.replace(next);
    }

    private ObjectNode result() throws IOException, InterruptedException {
        if (!arrivals.awaitEnd(END_NANOS)) {
            throw new IOException("the last event did not come within 30 s after it was sent");
        }
        synchronized (this) {
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
        closed = true;
        LockSupport.unpark(stepper);
        try {
            stepper.join();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        channels.replace(new GeoChannels(() -> {}));
        links.forEach(Links::close);
    }
}
