// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmarks.connectors;

import io.millrace.benchmarks.machine.Child;
import io.millrace.benchmarks.machine.Options;
import io.millrace.benchmarks.report.CrossTable;
import io.millrace.benchmarks.report.Figures;
import io.millrace.benchmarks.report.Measured;
import io.millrace.benchmarks.report.TableSection;
import io.millrace.benchmarks.study.Settings;
import io.millrace.benchmarks.study.Study;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Runs each connector and a bare user of the same library in turns, each in a new process; prints both, and whether the
 * connector reaches its share; writes lines and the table of a page.
 */
public final class ConnectorsBenchmark {

    static final String PART = "connectors";
    static final String EVENTS = "events";

    static final String USAGE = "[--quick] [--parts=files,kafka,jdbc] [--cells=part of a name] [--sizes=bytes,bytes]"
            + " [--interval=milliseconds] [--warm-up=seconds] [--seconds=n] [--repetitions=n] [--settings=key=value;...]"
            + " [--out=file.jsonl] [--continue] [--docs=page.md [--table]]";

    /** What a page shows. */
    static final List<TableSection> SECTIONS = List.of(new TableSection(
            "connectors beside bare users",
            "Events per second, bytes, and what an event costs; a connector should reach 90 % of the events of a bare"
                    + " user of the same library.",
            "benchmarks/run connectors",
            List.of(CrossTable.of(PART, EVENTS, "bytes", "CPU per event")),
            Bounds::of));

    private static final List<String> PARTS =
            Arrays.stream(Connector.values()).map(Connector::part).distinct().toList();

    /** The size is such that a pass takes a second or more on a fast source. */
    private static final long SOURCE_BYTES = 1_000_000_000;

    private static final long QUICK_SOURCE_BYTES = 200_000_000;

    private static final List<String> FLAGS =
            List.of("-Xms2g", "-Xmx2g", "-XX:+UseSerialGC", "-XX:-UsePerfData", "-Dslf4j.internal.verbosity=ERROR");

    private static final int HICCUP_SECONDS = 3;

    /** Who takes turns. */
    enum Side {
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
        Study study = new Study(options, "benchmarks/connectors/target/connectors.jsonl");
        List<Job> jobs = jobs(options, study);
        int repetitions = study.repetitions(5);
        Job first = jobs.get(0);
        String flags = "both sides " + String.join(" ", FLAGS) + "; server of Kafka "
                + String.join(" ", KafkaServer.FLAGS) + "; commits each " + first.intervalMillis() + " ms; settings '"
                + first.settings() + "'";
        int warmUp = first.warmUpMillis() / 1_000;
        int seconds = first.millis() / 1_000;
        Figures figures = study.figures().under(warmUp, seconds).under("engine_flags", flags);
        if (!study.tableOnly()) {
            new ConnectorsBenchmark(study, repetitions, figures).measure(jobs);
        }
        study.writeSections(SECTIONS, figures);
        study.end("; warm-up " + warmUp + " s, recorded " + seconds + " s; " + flags);
    }

    private void measure(List<Job> jobs) throws IOException, InterruptedException {
        Study.printHiccups(HICCUP_SECONDS);
        System.out.println(Figures.header());
        try (Places places = new Places()) {
            for (Job job : jobs) {
                try {
                    cell(job, places);
                } catch (IOException e) {
                    // The other cells are measured all the same
                    study.failed(job.cell(), e);
                }
            }
        }
        Study.printBars(Bounds.of(figures));
        Study.printHiccups(HICCUP_SECONDS);
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
        try (Places.Source source = places.source(job)) {
            study.measureAndPrint(figures, PART, job.cell(), repetitions, List.of(Side.values()), side -> {
                Outcome one = places.run(job, side == Side.BARE, source, ConnectorsBenchmark::process);
                return new Measured()
                        .add(EVENTS, "1/s", one.eventsPerSecond())
                        .add("bytes", "MB/s", one.megabytesPerSecond(job.bytes()))
                        .add("cores", Figures.NUMBER, one.cores())
                        // Others on the machine take cores, not what an event costs
                        .add("CPU per event", "us", one.cpuMicrosPerEvent());
            });
        }
    }

    private static Outcome process(Job job) throws IOException {
        try (Child child = Child.start(Child.java(FLAGS, ConnectorsMain.class, List.of(job.encode())))) {
            return Outcome.decode(child.await(Child.RESULT));
        }
    }
}
