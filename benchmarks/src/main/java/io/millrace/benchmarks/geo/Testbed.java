// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmarks.geo;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The processes of both sites, with connections that stay while cells are measured one after the other. One thread. */
final class Testbed implements Bed {

    /**
     * What making the hosts, the processes and their connections takes, about, and what a cell takes beside its phases.
     */
    static final double START_SECONDS = 10;

    static final double AROUND_SECONDS = 1.5;

    private final Network network;
    private final Map<String, Node> nodes = new LinkedHashMap<>();
    private final int relays;
    private int channel;

    private Testbed(Network network, int relays) {
        this.network = network;
        this.relays = relays;
    }

    /**
     * @param network belongs to it from now on
     * @param cells that will be measured: so many relays and connections are made
     */
    static Testbed start(Network network, List<Cell> cells) throws IOException, InterruptedException {
        int relays = most(cells, false);
        int connections = most(cells, true);
        Testbed testbed = new Testbed(network, relays);
        try {
            testbed.connect(connections);
            return testbed;
        } catch (IOException | InterruptedException e) {
            testbed.close();
            throw e;
        }
    }

    /** The number of the last route of this kind. */
    private static int most(List<Cell> cells, boolean connections) {
        return cells.stream()
                .filter(cell -> cell.ways().connections() == connections)
                .mapToInt(cell -> cell.ways().routes())
                .max()
                .orElse(1);
    }

    private void connect(int connections) throws IOException, InterruptedException {
        List<String> transports = new ArrayList<>(List.of(Network.TARGET));
        for (int i = 2; i <= connections; i++) {
            transports.add(Network.TARGET + "-" + i);
        }
        nodes.put(Network.TARGET, network.start(Network.TARGET, transports));
        nodes.put(Network.SOURCE, network.start(Network.SOURCE, List.of()));
        connect(Network.TARGET, Network.TARGET, Network.SOURCE, Network.SOURCE);
        for (String transport : transports) {
            connect(Network.SOURCE, Network.SOURCE, transport, Network.TARGET);
        }
        for (int i = 2; i <= relays; i++) {
            String relay = Network.RELAY + "-" + i;
            nodes.put(relay, network.start(relay, List.of()));
            connect(relay, relay, Network.TARGET, Network.TARGET);
            connect(Network.SOURCE, Network.SOURCE, relay, relay);
        }
    }

    private void connect(String from, String fromNode, String to, String toNode)
            throws IOException, InterruptedException {
        nodes.get(fromNode)
                .connect(to, network.reach(from, to, nodes.get(toNode).port(to)));
    }

    @Override
    public boolean can(Conditions conditions) {
        return network.can(conditions);
    }

    @Override
    public ObjectNode measure(Cell cell) throws IOException, InterruptedException {
        if (cell.batches().chooser().knows()) {
            run(cell.earlier());
        }
        return run(cell);
    }

    private ObjectNode run(Cell cell) throws IOException, InterruptedException {
        network.set(cell.conditions());
        channel++;
        JsonNode described = Json.of(cell);
        List<String> relaying = cell.ways().connections()
                ? List.of()
                : Network.routes(cell).subList(1, cell.ways().routes());
        for (String relay : relaying) {
            nodes.get(relay).ask(Json.request("relay").put("channel", channel));
        }
        nodes.get(Network.TARGET).ask(request("open", described));
        network.reset();
        ObjectNode line = Json.object();
        line.set("source", nodes.get(Network.SOURCE).ask(request("run", described)));
        line.set("target", nodes.get(Network.TARGET).ask(request("result", described)));
        network.describe(line);
        for (String relay : relaying) {
            nodes.get(relay).ask(Json.request("forget").put("channel", channel));
        }
        String problem = line.at("/target/problem").asText();
        if (!problem.isEmpty()) {
            throw new IOException(cell.name() + ": " + problem);
        }
        return line.put("network", network.kind());
    }

    private ObjectNode request(String what, JsonNode cell) {
        return Json.request(what).put("channel", channel).set("cell", cell);
    }

    @Override
    public void close() {
        List<Node> reversed = new ArrayList<>(nodes.values());
        java.util.Collections.reverse(reversed);
        reversed.forEach(Node::close);
        network.close();
    }
}
