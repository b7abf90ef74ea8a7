// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmarks.geo;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.millrace.benchmarks.machine.CpuTime;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Threads of this process, and pipes between their ports: without root, and without packets, so nothing is lost. */
final class LoopbackNetwork implements Network {

    private static final String LOCALHOST = "127.0.0.1";
    private static final double NO_LIMIT_MEGABITS = 1e6;

    private final Pipe.Rate shared = new Pipe.Rate(NO_LIMIT_MEGABITS);
    private final Map<String, Pipe.Rate> rates = new HashMap<>();

    /** The numbers of the routes between sites; pipes within a site and back have none. */
    private final Map<Pipe, Integer> crossing = new HashMap<>();

    private final List<Pipe> all = new ArrayList<>();
    private Conditions conditions = Conditions.PLAIN;
    private CpuTime before;

    @Override
    public String kind() {
        return "loopback";
    }

    @Override
    public boolean can(Conditions wanted) {
        return wanted != Conditions.LOSS && wanted != Conditions.JITTER;
    }

    @Override
    public void set(Conditions next) {
        conditions = next;
        shared.set(next == Conditions.SHARED ? MEGABITS : NO_LIMIT_MEGABITS);
        crossing.forEach((pipe, route) -> pipe.rtt(rttMillis(route)));
    }

    private double rttMillis(int route) {
        return conditions == Conditions.DIFFERENT ? DIFFERENT_RTT_MILLIS.get(route - 1) : RTT_MILLIS;
    }

    @Override
    public Node start(String name, List<String> transports) throws IOException, InterruptedException {
        return Node.of(name, () -> RoleMain.role(name, LOCALHOST, transports));
    }

    @Override
    public Place reach(String from, String to, int port) throws IOException {
        boolean back = to.equals(SOURCE);
        boolean within = !back && !to.startsWith(TARGET);
        int route = Network.number(from);
        Pipe.Rate own = rates.computeIfAbsent(from, any -> new Pipe.Rate(MEGABITS));
        Pipe pipe = new Pipe(
                port, back || within ? List.of() : List.of(shared, own), within ? INNER_RTT_MILLIS : rttMillis(route));
        if (!back && !within) {
            crossing.put(pipe, route);
        }
        all.add(pipe);
        return new Place(LOCALHOST, pipe.port());
    }

    @Override
    public void reset() throws IOException {
        before = CpuTime.now();
    }

    @Override
    public void describe(ObjectNode line) throws IOException {
        line.put("late_over_1ms", 0);
        line.put("busy", CpuTime.now().busySince(before));
    }

    @Override
    public void close() {
        all.forEach(Pipe::close);
    }
}
