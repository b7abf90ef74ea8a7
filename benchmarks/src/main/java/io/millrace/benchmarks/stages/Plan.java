package io.millrace.benchmarks.stages;

import io.millrace.benchmarks.machine.Options;
import io.millrace.benchmarks.macro.Shape;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * What is asked for.
 *
 * @param rttMillis between two hosts
 * @param plots directory of the plots, and of the distributions
 * @param docs page whose tables are written from the figures; empty for none
 * @param tableOnly whether nothing is run
 */
record Plan(
        List<Cell> cells,
        int warmUpSeconds,
        int seconds,
        double rttMillis,
        Path out,
        boolean continued,
        Path plots,
        String docs,
        boolean tableOnly) {

    static final String USAGE = "[--quick] [--workloads=wordcount,sol,yahoo] [--places=1N1W,1N2W,2N2W] [--rates=n,n]"
            + " [--rtt=ms] [--warm-up=seconds] [--seconds=n] [--out=file.csv] [--continue] [--plot=directory] [--docs=page.md [--table]]";

    static final Map<String, Shape> WORKLOADS = workloads();
    private static final List<String> PLACES = List.of("1N1W", "1N2W", "2N2W");

    /** Ways are kept for a minute. */
    private static final int MOST_SECONDS = 55;

    private static Map<String, Shape> workloads() {
        Map<String, Shape> workloads = new LinkedHashMap<>();
        workloads.put("wordcount", Shape.WORDCOUNT);
        workloads.put("sol", Shape.SOL);
        workloads.put("yahoo", Shape.YAHOO_1S);
        return workloads;
    }

    static Plan of(Options options) {
        boolean quick = options.takeFlag("quick");
        List<String> workloads = options.takeNames(
                "workloads", quick ? "wordcount,yahoo" : "wordcount,sol,yahoo", List.copyOf(WORKLOADS.keySet()));
        List<String> places = options.takeNames("places", quick ? "1N1W" : "1N1W,1N2W,2N2W", PLACES);
        List<Double> rates = options.takeNumbers("rates", quick ? "1000" : "1000,5000", 1);
        double rtt = options.takeNumbers("rtt", "0.1", 0).get(0);
        int warmUp = options.take("warm-up", quick ? 2 : 5, 1);
        int seconds = (int) options.take("seconds", quick ? 3L : 20L, 1L, MOST_SECONDS);
        Path out = options.takePath("out", "benchmarks/target/stages.csv");
        boolean continued = options.takeFlag("continue");
        Path plots = options.takePath("plot", "benchmarks/target/stages");
        String docs = options.take("docs", "");
        boolean tableOnly = options.takeFlag("table");
        options.requireNoOther(USAGE);
        if (tableOnly && docs.isEmpty()) {
            throw new Options.Mistake("--table needs the page: give --docs=page.md");
        }
        List<Cell> cells = new ArrayList<>();
        for (String place : places) {
            for (String workload : workloads) {
                for (double rate : rates) {
                    cells.add(new Cell(WORKLOADS.get(workload), Place.of(place), (int) rate));
                }
            }
        }
        return new Plan(cells, warmUp, seconds, rtt, out, continued || tableOnly, plots, docs, tableOnly);
    }
}
