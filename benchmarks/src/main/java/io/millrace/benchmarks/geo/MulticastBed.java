// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmarks.geo;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.millrace.benchmarks.machine.Child;
import io.millrace.benchmarks.machine.CpuTime;
import io.millrace.benchmarks.machine.Lab;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A source at one site, and hosts of the other site that all get what it sends; the first of them is the entry. On
 * emulated hosts, or with pipes between threads of this process. One thread.
 */
final class MulticastBed implements Bed {

    /** The prefix of the names of its processes. */
    static final String PREFIX = "copies";

    private static final String SOURCE = PREFIX + "-source";
    private static final String TARGET = PREFIX + "-target-";
    private static final String HERE = "west";
    private static final String THERE = "east";
    private static final String LINK = "sea";
    private static final String LOCALHOST = "127.0.0.1";
    private static final double NO_LIMIT_MEGABITS = 1e6;
    private static final long WINDOW_BYTES = 64 << 20;
    private static final List<String> FLAGS = List.of("-XX:+UseSerialGC", "-XX:-UsePerfData", "-Xmx256m");

    /** Channels of one measurement. */
    private static final int CHANNELS = 2;

    /** Null on pipes. */
    private final Lab lab;

    private final Pipe.Rate shared = new Pipe.Rate(NO_LIMIT_MEGABITS);
    private final List<Pipe> pipes = new ArrayList<>();
    private final Map<String, Node> nodes = new LinkedHashMap<>();
    private int channel = 1;
    private CpuTime before;

    private MulticastBed(Lab lab) {
        this.lab = lab;
    }

    static Role role(String name, String host) {
        return name.equals(SOURCE) ? new MulticastSource(name, host) : new MulticastTarget(name, host);
    }

    /** The name of a target. */
    static String target(int index) {
        return TARGET + (index + 1);
    }

    static int destinations(Cell cell) {
        return Integer.parseInt(cell.labels().get(MulticastFigure.DESTINATIONS));
    }

    static MulticastBed start(boolean loopback, List<Cell> cells) throws IOException, InterruptedException {
        int most = cells.stream().mapToInt(MulticastBed::destinations).max().orElse(1);
        MulticastBed bed = new MulticastBed(loopback ? null : lab(most));
        try {
            bed.set(Conditions.PLAIN, most);
            bed.connect(most);
            return bed;
        } catch (IOException | InterruptedException e) {
            bed.close();
            throw e;
        }
    }

    private static Lab lab(int hosts) throws IOException {
        try {
            return Lab.between(THERE, hosts, HERE, Network.RTT_MILLIS, LINK, true, WINDOW_BYTES, "");
        } catch (IOException e) {
            System.out.println("on pipes of this machine, as there can be no hosts: " + e.getMessage());
            return null;
        }
    }

    private static String host(String name) {
        if (name.equals(SOURCE)) {
            return HERE;
        }
        int number = Integer.parseInt(name.substring(TARGET.length()));
        return number == 1 ? THERE : THERE + "-" + number;
    }

    private void set(Conditions conditions, int hosts) throws IOException {
        double most = conditions == Conditions.SHARED ? Network.MEGABITS : NO_LIMIT_MEGABITS;
        shared.set(most);
        if (lab != null) {
            String all = String.join(",", lab.at(THERE));
            lab.link(LINK, conditions == Conditions.SHARED ? Network.MEGABITS + "mbit" : "none");
            lab.pair(HERE, all, "--rtt", Network.RTT_MILLIS + "ms", "--rate", Network.MEGABITS + "mbit");
            if (hosts > 1) {
                lab.pair(all, all, "--rtt", Network.INNER_RTT_MILLIS + "ms");
            }
        }
    }

    private void connect(int targets) throws IOException, InterruptedException {
        List<String> names = new ArrayList<>(List.of(SOURCE));
        for (int i = 0; i < targets; i++) {
            names.add(target(i));
        }
        for (String name : names) {
            nodes.put(name, start(name));
        }
        for (int i = 0; i < targets; i++) {
            Pipe.Rate own = new Pipe.Rate(Network.MEGABITS);
            connect(SOURCE, target(i), List.of(shared, own), Network.RTT_MILLIS);
            connect(target(i), SOURCE, List.of(), Network.RTT_MILLIS);
            if (i > 0) {
                connect(target(0), target(i), List.of(), Network.INNER_RTT_MILLIS);
            }
        }
    }

    private Node start(String name) throws IOException, InterruptedException {
        if (lab == null) {
            return Node.of(name, () -> role(name, LOCALHOST));
        }
        List<String> arguments = List.of(name, lab.address(host(name)));
        return Node.of(Child.start(lab.on(host(name), Child.java(FLAGS, RoleMain.class, arguments))));
    }

    private void connect(String from, String to, List<Pipe.Rate> rates, double rttMillis)
            throws IOException, InterruptedException {
        int port = nodes.get(to).port(to);
        Network.Place place;
        if (lab == null) {
            Pipe pipe = new Pipe(port, rates, rttMillis);
            pipes.add(pipe);
            place = new Network.Place(LOCALHOST, pipe.port());
        } else {
            place = new Network.Place(lab.address(host(to)), port);
        }
        nodes.get(from).connect(to, place);
    }

    @Override
    public boolean can(Conditions conditions) {
        return conditions == Conditions.PLAIN || conditions == Conditions.SHARED;
    }

    @Override
    public ObjectNode measure(Cell cell) throws IOException, InterruptedException {
        int targets = destinations(cell);
        set(cell.conditions(), nodes.size() - 1);
        channel += CHANNELS;
        JsonNode described = Json.of(cell);
        for (int i = 0; i < targets; i++) {
            nodes.get(target(i)).ask(request("open", described).put("index", i));
        }
        if (lab != null) {
            lab.reset();
        }
        before = CpuTime.now();
        ObjectNode line = Json.object();
        line.set("source", nodes.get(SOURCE).ask(request("run", described)));
        ArrayNode all = Json.MAPPER.createArrayNode();
        for (int i = 0; i < targets; i++) {
            JsonNode result = nodes.get(target(i)).ask(request("result", described));
            String problem = result.get("problem").asText();
            if (!problem.isEmpty()) {
                throw new IOException(cell.name() + ", " + target(i) + ": " + problem);
            }
            all.add(result);
        }
        line.set("targets", all);
        line.set(
                "target",
                slowest(all, cell.phases().get(cell.phases().size() - 1).name()));
        describe(line);
        return line.put("network", lab == null ? "loopback" : "netlab");
    }

    /** What counts: an event has arrived when the last target has it. */
    private static JsonNode slowest(ArrayNode all, String phase) {
        JsonNode slowest = all.get(0);
        for (JsonNode one : all) {
            if (one.at("/" + phase + "/mean_ms").asDouble()
                    > slowest.at("/" + phase + "/mean_ms").asDouble()) {
                slowest = one;
            }
        }
        return slowest;
    }

    private void describe(ObjectNode line) throws IOException {
        if (lab == null) {
            line.put("late_over_1ms", 0);
        } else {
            lab.status().describe(line);
        }
        line.put("busy", CpuTime.now().busySince(before));
    }

    private ObjectNode request(String what, JsonNode cell) {
        ObjectNode request = Json.request(what).put("channel", channel);
        request.set("cell", cell);
        return request;
    }

    @Override
    public void close() {
        List<Node> reversed = new ArrayList<>(nodes.values());
        Collections.reverse(reversed);
        reversed.forEach(Node::close);
        pipes.forEach(Pipe::close);
        if (lab != null) {
            lab.close();
        }
    }
}
