// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmarks.geo;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.millrace.transport.geo.GeoChannels;
import io.millrace.transport.geo.GeoRoute;
import io.millrace.transport.geo.GeoSender;
import io.millrace.transport.geo.KnownRoutes;
import io.millrace.transport.geo.PeerRoute;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.LockSupport;

/** The sending end: one thread that offers events and steps the channel. */
final class SourceRole implements Role {

    private final CurrentChannels channels = new CurrentChannels();
    private final Thread thread = Thread.currentThread();
    private final Links links;

    /** The knowledge of routes of the last channel that began without any. */
    private KnownRoutes known = new KnownRoutes();

    SourceRole(String name, String host) {
        links = new Links(name, host, channels, this::wake);
    }

    private void wake() {
        LockSupport.unpark(thread);
    }

    @Override
    public ObjectNode answer(JsonNode request) throws IOException, InterruptedException {
        switch (request.get("do").asText()) {
            case "listen" -> {
                return Json.object().put("port", links.port());
            }
            case "connect" -> links.connect(request);
            case "run" -> {
                return run(Json.cell(request), request.get("channel").asInt());
            }
            default -> throw new IOException("the source cannot " + request);
        }
        return Json.object();
    }

    private ObjectNode run(Cell cell, int channel) throws IOException {
        List<GeoRoute> routes = new ArrayList<>();
        for (String name : Network.routes(cell)) {
            GeoRoute route = new PeerRoute(name, links.peer(name), channel);
            routes.add(name.startsWith(Network.RELAY) ? new RelayedRoute(route) : route);
        }
        GeoChannels next = new GeoChannels(this::wake);
        if (!cell.batches().chooser().knows()) {
            known = new KnownRoutes();
        }
        GeoSender sender = Senders.of(cell, channel, routes, known);
        next.add(channel, sender);
        channels.replace(next);
        return new Offers(cell, next, sender).run();
    }

    @Override
    public void close() {
        channels.replace(new GeoChannels(() -> {}));
        links.close();
    }
}
