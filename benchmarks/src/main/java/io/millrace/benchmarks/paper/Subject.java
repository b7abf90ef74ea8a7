// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmarks.paper;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.millrace.benchmarks.machine.Lab;
import io.millrace.benchmarks.macro.EngineCommand;
import io.millrace.benchmarks.macro.Hosts;
import io.millrace.benchmarks.macro.Promise;
import io.millrace.benchmarks.macro.Workload;
import io.millrace.benchmarks.netlab.NetlabHosts;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** An engine with a guarantee, on emulated hosts. */
record Subject(EngineCommand engine, Promise promise) {

    /** The engines that run on hosts beside this one. */
    static final List<String> PEERS = List.of(Peers.STORM, "flink", "jet");

    /** The guarantees of those that track tuples; the others have the first one only. */
    private static final Map<String, List<Promise>> TRACKING =
            Map.of(Peers.STORM, List.of(Promise.atMostOnce(), Promise.atLeastOnce()));

    static Subject ours(Promise promise) throws IOException {
        return new Subject(NodeLinks.engine(""), promise);
    }

    /** The engines beside this one with each of these guarantees that they have. */
    static List<Subject> peers(Run run, PaperFigure figure, List<Promise> promises) throws IOException {
        List<Subject> peers = new ArrayList<>();
        for (EngineCommand engine : run.engines(figure)) {
            promises.stream()
                    .filter(promisesOf(engine.name())::contains)
                    .forEach(promise -> peers.add(new Subject(engine, promise)));
        }
        return peers;
    }

    /** This engine and those beside it, each with each of these guarantees that it has. */
    static List<Subject> all(Run run, PaperFigure figure, List<Promise> promises) throws IOException {
        List<Subject> all = new ArrayList<>();
        for (Promise promise : promises) {
            all.add(ours(promise));
        }
        all.addAll(peers(run, figure, promises));
        return all;
    }

    static List<Promise> promisesOf(String engine) {
        return TRACKING.getOrDefault(engine, List.of(Promise.atMostOnce()));
    }

    static String label(String engine, Promise promise) {
        return promise.equals(Promise.atMostOnce()) ? engine : engine + " " + promise.name();
    }

    String label() {
        return label(engine.name(), promise);
    }

    boolean isOurs() {
        return EngineCommand.isMillrace(engine.name());
    }

    /**
     * Measures it; what it leaves of processes is gone before another one is measured.
     *
     * @param rttMillis between all hosts; those of a preset keep theirs
     */
    ObjectNode measure(Lab lab, Workload workload, double rttMillis) throws IOException, InterruptedException {
        if (isOurs()) {
            return NetlabHosts.in(lab, List.of(), cluster -> Result.onHosts(cluster, workload, List.of(), rttMillis));
        }
        if (lab.isAlike()) {
            lab.rtt(rttMillis);
        }
        return Result.hosted(engine, workload, Hosts.of(lab));
    }
}
