package io.millrace.benchmarks.stages;

import io.millrace.benchmarks.machine.Options;
import io.millrace.benchmarks.macro.Shape;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * What is asked for.
 *
 * @param rttMillis between two hosts
 * @param plots directory of the plots, and of the distributions
 */
record Plan(
        List<Cell> cells, int warmUpSeconds, int seconds, double rttMillis, Path out, boolean continued, Path plots) {

    static final String USAGE = "[--quick] [--workloads=wordcount,sol] [--places=1N1W,1N2W,2N2W] [--rates=n,n]"
            + " [--rtt=ms] [--warm-up=seconds] [--seconds=n] [--out=file.csv] [--continue] [--plot=directory]";

    private static final List<String> WORKLOADS = List.of("wordcount", "sol");
    private static final List<String> PLACES = List.of("1N1W", "1N2W", "2N2W");

    /** Ways are kept for a minute. */
    private static final int MOST_SECONDS = 55;

    static Plan of(Options options) {
        boolean quick = options.takeFlag("quick");
        List<String> workloads = options.takeNames("workloads", quick ? "wordcount" : "wordcount,sol", WORKLOADS);
        List<String> places = options.takeNames("places", quick ? "1N1W" : "1N1W,1N2W,2N2W", PLACES);
        List<Double> rates = options.takeNumbers("rates", quick ? "1000" : "1000,5000", 1);
        double rtt = options.takeNumbers("rtt", "0.1", 0).get(0);
        int warmUp = options.take("warm-up", quick ? 2 : 15, 1);
        int seconds = (int) options.take("seconds", quick ? 3L : 30L, 1L, MOST_SECONDS);
        Path out = options.takePath("out", "benchmarks/target/stages.csv");
        boolean continued = options.takeFlag("continue");
        Path plots = options.takePath("plot", "benchmarks/target/stages");
        options.requireNoOther(USAGE);
        List<Cell> cells = new ArrayList<>();
        for (String place : places) {
            for (String workload : workloads) {
                for (double rate : rates) {
                    cells.add(new Cell(Shape.valueOf(workload.toUpperCase(Locale.ROOT)), Place.of(place), (int) rate));
                }
            }
        }
        return new Plan(cells, warmUp, seconds, rtt, out, continued, plots);
    }
}
