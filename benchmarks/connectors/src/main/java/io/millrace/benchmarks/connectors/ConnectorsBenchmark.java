// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmarks.connectors;

import io.millrace.benchmarks.machine.Child;
import io.millrace.benchmarks.machine.Options;
import io.millrace.benchmarks.report.Figures;
import io.millrace.benchmarks.study.Settings;
import io.millrace.benchmarks.study.Study;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;

/**
 * Runs each connector and a bare user of the same library in turns, each in a new process; prints both, and whether the
 * connector reaches its share; writes CSV.
 */
public final class ConnectorsBenchmark {

    static final String PART = "connectors";
    static final String BESIDE = "millrace / bare";
    static final String SHARE = "events";

    static final String USAGE = "[--quick] [--parts=files,kafka,jdbc] [--cells=part of a name] [--sizes=bytes,bytes]"
            + " [--interval=milliseconds] [--warm-up=seconds] [--seconds=n] [--repetitions=n] [--settings=key=value;...]"
            + " [--out=file.csv] [--continue]";

    private static final List<String> PARTS =
            Arrays.stream(Connector.values()).map(Connector::part).distinct().toList();

    /** The size is such that a pass takes a second or more on a fast source. */
    private static final long SOURCE_BYTES = 1_000_000_000;

    private static final long QUICK_SOURCE_BYTES = 200_000_000;

    private static final List<String> FLAGS =
            List.of("-Xms2g", "-Xmx2g", "-XX:+UseSerialGC", "-XX:-UsePerfData", "-Dslf4j.internal.verbosity=ERROR");

    private static final int HICCUP_SECONDS = 3;

    /** Who takes turns. */
    private enum Side {
        MILLRACE,
        BARE;

        @Override
        public String toString() {
            return this == BARE ? "bare" : "millrace";
        }
    }

    private final Study study;
    private final int repetitions;
    private final Figures figures;

    private ConnectorsBenchmark(Study study, int repetitions, Figures figures) {
        this.study = study;
        this.repetitions = repetitions;
        this.figures = figures;
    }

    public static void main(String[] arguments) {
        Options.run(USAGE, arguments, ConnectorsBenchmark::run);
    }

    private static void run(Options options) throws IOException, InterruptedException {
        Study study = new Study(options, "benchmarks/connectors/target/connectors.csv");
        List<Job> jobs = jobs(options, study);
        int repetitions = study.repetitions(5);
        ConnectorsBenchmark benchmark = new ConnectorsBenchmark(study, repetitions, study.figures());
        Study.printHiccups(HICCUP_SECONDS);
        System.out.println(Figures.header());
        try (Places places = new Places()) {
            for (Job job : jobs) {
                try {
                    benchmark.cell(job, places);
                } catch (IOException e) {
                    // The other cells are measured all the same
                    study.failed(job.cell(), e);
                }
            }
        }
        Study.printBars(Bounds.of(benchmark.figures));
        Study.printHiccups(HICCUP_SECONDS);
        Job first = jobs.get(0);
        study.end("; both sides " + String.join(" ", FLAGS) + "; server of Kafka "
                + String.join(" ", KafkaServer.FLAGS) + "; warm-up " + first.warmUpMillis() / 1_000 + " s, recorded "
                + first.millis() / 1_000 + " s, commits each " + first.intervalMillis() + " ms; settings '"
                + first.settings() + "'");
    }

    /** Returns the jobs with Millrace, without a place; each also runs bare. */
    static List<Job> jobs(Options options, Study study) {
        long sourceBytes = study.quick() ? QUICK_SOURCE_BYTES : SOURCE_BYTES;
        List<String> parts = options.takeNames("parts", String.join(",", PARTS), PARTS);
        List<Double> sizes = options.takeNumbers("sizes", "100,1000", 1);
        int interval = options.take("interval", 250, 10);
        int warmUp = study.take("warm-up", 3, 5, 1) * 1_000;
        int millis = study.take("seconds", 3, 10, 1) * 1_000;
        String settings = Settings.take(options);
        List<Job> jobs = new ArrayList<>();
        for (Connector connector : Connector.values()) {
            for (double size : sizes) {
                if (parts.contains(connector.part())) {
                    long events = sourceBytes / (int) size;
                    jobs.add(new Job(connector, false, (int) size, events, interval, warmUp, millis, "", settings));
                }
            }
        }
        return study.cells(jobs, Job::cell);
    }

    private void cell(Job job, Places places) throws IOException, InterruptedException {
        Map<Side, List<Outcome>> runs;
        try (Places.Source source = places.source(job)) {
            runs = study.turns(
                    job.cell(),
                    repetitions,
                    List.of(Side.values()),
                    side -> places.run(job, side == Side.BARE, source, ConnectorsBenchmark::process));
        }
        runs.forEach((side, outcomes) -> figures.addEach(
                PART,
                job.cell(),
                side.toString(),
                outcomes,
                List.of(
                        new Figures.Of<>("events", "1/s", Outcome::eventsPerSecond),
                        new Figures.Of<>("bytes", "MB/s", one -> one.megabytesPerSecond(job.bytes())),
                        new Figures.Of<>("cores", "number", Outcome::cores),
                        // Others on the machine take cores, not what an event costs
                        new Figures.Of<>("CPU per event", "us", Outcome::cpuMicrosPerEvent))));
        List<Outcome> millrace = runs.getOrDefault(Side.MILLRACE, List.of());
        List<Outcome> bare = runs.getOrDefault(Side.BARE, List.of());
        if (millrace.size() == repetitions && bare.size() == repetitions) {
            double[] shares = new double[repetitions];
            Arrays.setAll(
                    shares,
                    i -> 100 * millrace.get(i).eventsPerSecond() / bare.get(i).eventsPerSecond());
            figures.add(PART, job.cell(), BESIDE, SHARE, "%", shares);
        }
    }

    private static Outcome process(Job job) throws IOException {
        try (Child child = Child.start(Child.java(FLAGS, ConnectorsMain.class, List.of(job.encode())))) {
            return Outcome.decode(child.await(Child.RESULT));
        }
    }
}
