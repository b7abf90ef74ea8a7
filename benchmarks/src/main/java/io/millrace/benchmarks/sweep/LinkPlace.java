// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmarks.sweep;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.millrace.benchmarks.machine.Child;
import io.millrace.benchmarks.machine.CpuTime;
import io.millrace.benchmarks.machine.Lab;
import io.millrace.benchmarks.machine.Scratch;
import io.millrace.benchmarks.macro.EngineCommand;
import io.millrace.benchmarks.netlab.NetlabCluster;
import io.millrace.benchmarks.netlab.TopologyJar;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * Emulated hosts, one for the source and one for each engine, so that no message has a shorter way. Each has a rate for
 * all that it sends: that of the source's host is the link.
 */
final class LinkPlace implements Place {

    private final Lab lab;
    private final Scratch scratch;
    private final NetlabCluster cluster;
    private final Path jar;
    private final List<String> settings;
    private final double lookSeconds;
    private CpuTime before;

    private LinkPlace(Lab lab, Scratch scratch, NetlabCluster cluster, List<String> settings, double lookSeconds)
            throws IOException {
        this.lab = lab;
        this.scratch = scratch;
        this.cluster = cluster;
        this.settings = settings;
        this.lookSeconds = lookSeconds;
        this.jar = scratch.directory().resolve("sweep.jar");
        TopologyJar.write(jar, SweepTopology.class);
    }

    /**
     * @param settings of each topology, key=value
     * @param lookSeconds how long the bounds are looked at
     * @throws IOException in one line, if this machine or this user cannot
     */
    static LinkPlace up(List<String> settings, double lookSeconds) throws IOException {
        List<String> hosts = new ArrayList<>();
        for (int i = 0; i <= Setting.LINK.processes(); i++) {
            hosts.add("node" + i);
        }
        Lab lab = Lab.near(hosts);
        Scratch scratch = null;
        try {
            for (String host : hosts) {
                lab.hostRate(host, Setting.LINK_MEGABITS);
            }
            scratch = new Scratch();
            return new LinkPlace(
                    lab, scratch, NetlabCluster.start(lab, scratch.directory(), List.of()), settings, lookSeconds);
        } catch (IOException e) {
            if (scratch != null) {
                scratch.close();
            }
            lab.close();
            throw e;
        }
    }

    @Override
    public String kind() {
        return "netlab";
    }

    @Override
    public BytesPerSecond bytesPerSecond(int length) {
        return BytesPerSecond.of(Setting.LINK_MEGABITS * 1e6 / Byte.SIZE * Setting.LINK_PAYLOAD);
    }

    @Override
    public double busyCores(Cell cell, double perSecond) throws IOException, InterruptedException {
        String from = lab.hosts().get(0);
        String to = lab.hosts().get(1);
        try (Child receiver = Child.start(
                lab.on(to, Child.java(LoadOnly.FLAGS, Generator.class, List.of(Generator.RECEIVE, lab.address(to)))))) {
            String port =
                    receiver.await(Child.READY).substring(Child.READY.length()).strip();
            return LoadOnly.busyCores(
                    cell,
                    perSecond,
                    lookSeconds,
                    directory -> Child.start(lab.on(
                            from,
                            Child.java(
                                    LoadOnly.FLAGS,
                                    Generator.class,
                                    List.of(Generator.SEND, directory.toString(), lab.address(to), port)))));
        }
    }

    @Override
    public Session start(EngineCommand engine, Cell cell, Path directory) throws IOException {
        List<String> all = new ArrayList<>(MillraceSweep.settings(cell));
        all.addAll(settings);
        cluster.submit(jar, SweepTopology.class, List.of(cell.encode(), directory.toString()), all);
        return new Session() {
            @Override
            public void check() {
                // A worker that dies is started again: what it had is missing then
            }

            @Override
            public void close() throws IOException {
                cluster.kill(SweepTopology.NAME);
            }
        };
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
        cluster.close();
        scratch.close();
        lab.close();
    }
}
