// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmarks.guarantees;

import io.millrace.benchmarks.machine.Options;
import io.millrace.benchmarks.macro.Promise;
import io.millrace.benchmarks.macro.Shape;
import io.millrace.benchmarks.netlab.HostPreset;
import io.millrace.benchmarks.study.Settings;
import io.millrace.benchmarks.study.Study;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * What is asked for; with --quick each part's smallest cell, shortly.
 *
 * @param workloads which of those of a part, by the names of their shapes
 * @param repetitions of what is compared on this machine alone, in turns
 * @param intervalMillis of snapshots; what is compared with a bar has the one of a second
 * @param rttMillis between two hosts
 * @param presets of hosts, by name and number: eu-2
 * @param rate of the parts between hosts, sentences per second of all sources
 * @param congestion control of TCP between hosts; empty for the usual one
 * @param settings of all topologies of Millrace, key=value, separated by semicolons
 */
record Plan(
        Study study,
        List<String> parts,
        List<String> workloads,
        int warmUpSeconds,
        int seconds,
        int repetitions,
        List<Long> intervalMillis,
        List<Double> rttMillis,
        List<HostPreset> presets,
        int rate,
        String congestion,
        String settings,
        Path plots) {

    static final String USAGE =
            "[--quick] [--parts=throughput,latency,peers,depth,pairs,state,kill,visible,rtt,presets]"
                    + " [--workloads=wordcount,sol,throughput,yahoo]"
                    + " [--warm-up=seconds] [--seconds=n] [--repetitions=n] [--intervals=seconds,seconds] [--rtts=ms,ms]"
                    + " [--presets=eu-2,us-4] [--rate=22000] [--congestion=name] [--settings=key=value;...]"
                    + " [--out=file.jsonl] [--continue] [--plot=directory] [--docs=page.md [--table]]";

    static final List<String> PARTS =
            List.of("throughput", "latency", "peers", "depth", "pairs", "state", "kill", "visible", "rtt", "presets");

    private static final List<String> WORKLOADS = List.of("wordcount", "sol", "throughput", "yahoo");

    /** The rate that the bar names; a slower machine scales it. */
    static final int FULL_RATE = 22_000;

    private static final long BAR_INTERVAL_MILLIS = 1_000;

    /** Reads the options. A preset's name that does not exist passes: the lab refuses it. */
    static Plan of(Options options) {
        Study study = new Study(options, "benchmarks/target/guarantees.jsonl");
        boolean quick = study.quick();
        String all = String.join(",", quick ? PARTS.subList(0, PARTS.size() - 1) : PARTS);
        Plan plan = new Plan(
                study,
                options.takeNames("parts", all, PARTS),
                options.takeNames("workloads", String.join(",", WORKLOADS), WORKLOADS),
                study.take("warm-up", 5, 20, 1),
                study.take("seconds", 5, 20, 1),
                study.repetitions(5),
                options.takeNumbers("intervals", quick ? "1" : "1,0.1,10", 0.001).stream()
                        .map(seconds -> Math.round(seconds * 1_000))
                        .toList(),
                options.takeNumbers("rtts", quick ? "30" : "0.1,10,30,100,242", 0),
                options.takeList("presets", "eu-2,eu-4,us-2,us-4,global-2,global-4", HostPreset::of),
                study.take("rate", FULL_RATE / 2, FULL_RATE, 1),
                options.take("congestion", ""),
                Settings.take(options),
                study.plots("benchmarks/target/guarantees"));
        return plan;
    }

    boolean quick() {
        return study.quick();
    }

    /** The shapes that are asked for, in the order of a part. */
    List<Shape> shapes(List<Shape> all, Shape smallest) {
        if (quick() && workloads.equals(WORKLOADS)) {
            return List.of(smallest);
        }
        return all.stream()
                .filter(shape -> workloads.contains(shape.name().toLowerCase(Locale.ROOT)))
                .toList();
    }

    static Promise barPromise() {
        return Promise.exactlyOnce(BAR_INTERVAL_MILLIS);
    }

    /** All modes: at-most-once, at-least-once, and exactly-once with each interval, barriers waiting and overtaking. */
    List<Promise> promises() {
        List<Promise> promises = new ArrayList<>(List.of(Promise.atMostOnce(), Promise.atLeastOnce()));
        for (long interval : intervalMillis) {
            promises.add(Promise.exactlyOnce(interval));
            promises.add(Promise.exactlyOnce(interval, 0));
        }
        return promises;
    }
}
