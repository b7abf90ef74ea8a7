// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmarks.geo;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.millrace.transport.InboundHandler;
import io.millrace.transport.InboundMessage;
import io.millrace.transport.geo.GeoRelay;
import java.io.IOException;
import java.nio.ByteBuffer;

/** A relay at the source's site. */
final class RelayRole implements Role {

    private final GeoRelay relay = new GeoRelay();
    private final Links links;

    RelayRole(String name, String host) {
        links = new Links(
                name,
                host,
                new InboundHandler() {
                    @Override
                    public void onMessage(InboundMessage message) {
                        relay.onMessage(message);
                    }

                    @Override
                    public void onControl(int targetTask, ByteBuffer buffer, int offset, int length) {
                        // Acknowledgements go to the source at once
                    }
                },
                relay::onRoom);
    }

    @Override
    public ObjectNode answer(JsonNode request) throws IOException, InterruptedException {
        switch (request.get("do").asText()) {
            case "listen" -> {
                return Json.object().put("port", links.port());
            }
            case "connect" -> links.connect(request);
            case "relay" -> {
                int channel = request.get("channel").asInt();
                relay.add(channel, links.peer(Network.TARGET), channel);
            }
            case "forget" -> relay.remove(request.get("channel").asInt());
            default -> throw new IOException("a relay cannot " + request);
        }
        return Json.object();
    }

    @Override
    public void close() {
        links.close();
    }
}
