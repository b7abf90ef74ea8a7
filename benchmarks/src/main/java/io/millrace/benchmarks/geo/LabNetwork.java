// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmarks.geo;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.millrace.benchmarks.machine.Child;
import io.millrace.benchmarks.machine.CpuTime;
import io.millrace.benchmarks.machine.Lab;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/** Emulated hosts, and a process on each. */
final class LabNetwork implements Network {

    private static final long WINDOW_BYTES = 64 << 20;
    private static final List<String> FLAGS = List.of("-XX:+UseSerialGC", "-XX:-UsePerfData", "-Xmx1g");

    /** The flags of processes that only forward. */
    private static final List<String> RELAY_FLAGS =
            List.of("-XX:+UseSerialGC", "-XX:-UsePerfData", "-XX:TieredStopAtLevel=1", "-Xmx256m");

    private static final String HERE = "west";
    private static final String THERE = "east";
    private static final String LINK = "sea";

    private final Lab lab;
    private final boolean losing;
    private CpuTime before;

    private LabNetwork(Lab lab, boolean losing) {
        this.lab = lab;
        this.losing = losing;
    }

    /**
     * @param losing whether packets are lost: then they are carried singly, and TCP's congestion control is reno
     * @throws IOException in one line, if this machine or this user cannot
     */
    static LabNetwork up(boolean losing) throws IOException {
        Lab lab = Lab.between(HERE, MOST_ROUTES, THERE, RTT_MILLIS, LINK, !losing, WINDOW_BYTES, losing ? "reno" : "");
        LabNetwork network = new LabNetwork(lab, losing);
        try {
            lab.pair(String.join(",", lab.at(HERE)), String.join(",", lab.at(HERE)), "--rtt", INNER_RTT_MILLIS + "ms");
            network.set(losing ? Conditions.LOSS : Conditions.PLAIN);
            return network;
        } catch (IOException e) {
            lab.close();
            throw e;
        }
    }

    @Override
    public String kind() {
        return "netlab";
    }

    @Override
    public boolean can(Conditions conditions) {
        return losing == (conditions == Conditions.LOSS);
    }

    @Override
    public void set(Conditions conditions) throws IOException {
        double jitter = conditions == Conditions.JITTER ? JITTER_MILLIS : 0;
        lab.link(LINK, conditions == Conditions.SHARED ? MEGABITS + "mbit" : "none");
        lab.pair(
                String.join(",", lab.at(HERE)),
                THERE,
                "--rtt",
                RTT_MILLIS + "ms",
                "--rate",
                MEGABITS + "mbit",
                "--jitter",
                jitter + "ms");
        if (conditions == Conditions.DIFFERENT) {
            for (int route = 2; route <= MOST_ROUTES; route++) {
                lab.pair(HERE + "-" + route, THERE, "--rtt", DIFFERENT_RTT_MILLIS.get(route - 1) + "ms");
            }
        }
        if (losing) {
            lab.pair(HERE, THERE, "--loss", LOSS_PERCENT + "%");
        }
    }

    private static String host(String name) {
        if (name.startsWith(TARGET)) {
            return THERE;
        }
        return name.equals(SOURCE) ? HERE : HERE + "-" + Network.number(name);
    }

    @Override
    public Node start(String name, List<String> transports) throws IOException {
        String host = host(name);
        List<String> arguments = new ArrayList<>(List.of(name, lab.address(host)));
        arguments.addAll(transports);
        List<String> flags = name.startsWith(RELAY) ? RELAY_FLAGS : FLAGS;
        return Node.of(Child.start(lab.on(host, Child.java(flags, RoleMain.class, arguments))));
    }

    @Override
    public Place reach(String from, String to, int port) {
        return new Place(lab.address(host(to)), port);
    }

    @Override
    public void reset() throws IOException {
        lab.reset();
        before = CpuTime.now();
    }

    @Override
    public void describe(ObjectNode line) throws IOException {
        lab.status().describe(line);
        line.put("busy", CpuTime.now().busySince(before));
    }

    @Override
    public void close() {
        lab.close();
    }
}
