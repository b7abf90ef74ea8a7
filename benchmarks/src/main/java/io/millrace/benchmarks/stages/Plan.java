// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmarks.stages;

import io.millrace.benchmarks.machine.Options;
import io.millrace.benchmarks.macro.Shape;
import io.millrace.benchmarks.study.Study;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * What is asked for.
 *
 * @param rttMillis between two hosts
 * @param plots directory of the plots, and of the distributions
 */
record Plan(Study study, List<Cell> cells, int warmUpSeconds, int seconds, double rttMillis, Path plots) {

    static final String USAGE = "[--quick] [--workloads=wordcount,sol,yahoo] [--places=1N1W,1N2W,2N2W] [--rates=n,n]"
            + " [--rtt=ms] [--warm-up=seconds] [--seconds=n] [--out=file.jsonl] [--continue] [--plot=directory]"
            + " [--docs=page.md [--table]]";

    static final Map<String, Shape> WORKLOADS = workloads();

    /** Traces are kept for a minute. */
    private static final int MOST_SECONDS = 55;

    private static Map<String, Shape> workloads() {
        Map<String, Shape> workloads = new LinkedHashMap<>();
        workloads.put("wordcount", Shape.WORDCOUNT);
        workloads.put("sol", Shape.SOL);
        workloads.put("yahoo", Shape.YAHOO_1S);
        return workloads;
    }

    static Plan of(Options options) {
        Study study = new Study(options, "benchmarks/target/stages.jsonl");
        boolean quick = study.quick();
        List<String> known = List.copyOf(WORKLOADS.keySet());
        List<String> workloads =
                options.takeNames("workloads", quick ? "wordcount,yahoo" : String.join(",", known), known);
        List<String> places =
                Stream.of(Place.values()).map(place -> place.label).toList();
        List<String> chosen = options.takeNames("places", quick ? "1N1W" : String.join(",", places), places);
        List<Double> rates = options.takeNumbers("rates", quick ? "1000" : "1000,5000", 1);
        List<Cell> cells = new ArrayList<>();
        for (String place : chosen) {
            for (String workload : workloads) {
                for (double rate : rates) {
                    cells.add(new Cell(WORKLOADS.get(workload), Place.of(place), (int) rate));
                }
            }
        }
        Plan plan = new Plan(
                study,
                cells,
                study.take("warm-up", 2, 5, 1),
                (int) options.take("seconds", quick ? 3L : 20L, 1L, MOST_SECONDS),
                options.takeNumbers("rtt", "0.1", 0).get(0),
                study.plots("benchmarks/target/stages"));
        return plan;
    }
}
