package io.millrace.benchmarks.connectors;

import io.millrace.benchmarks.machine.Child;
import io.millrace.benchmarks.machine.Hiccups;
import io.millrace.benchmarks.machine.Machine;
import io.millrace.benchmarks.machine.Options;
import io.millrace.benchmarks.report.Bar;
import io.millrace.benchmarks.report.Csv;
import io.millrace.benchmarks.report.Figures;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.ToDoubleFunction;

/**
 * Runs each connector and a bare user of the same library in turns, each in a new process; prints both, and whether the connector reaches its share; writes
 * CSV.
 */
public final class ConnectorsBenchmark {

    static final String PART = "connectors";
    static final String BESIDE = "millrace / bare";
    static final String SHARE = "events";

    private static final List<String> FLAGS =
            List.of("-Xms2g", "-Xmx2g", "-XX:+UseSerialGC", "-XX:-UsePerfData", "-Dslf4j.internal.verbosity=ERROR");

    /** What the machine adds by itself is shown before and after. */
    private static final int HICCUP_SECONDS = 3;

    private ConnectorsBenchmark() {}

    public static void main(String[] arguments) {
        Options.run(arguments, ConnectorsBenchmark::run);
    }

    private static void run(Options options) throws IOException, InterruptedException {
        Plan plan = Plan.of(options);
        Csv csv = Csv.open(plan.out(), Figures.COLUMNS, Figures.KEY_COLUMNS, plan.continued());
        Figures figures = new Figures(csv);
        int cores = Runtime.getRuntime().availableProcessors();
        System.out.println(Hiccups.of(cores, HICCUP_SECONDS).describe(cores));
        System.out.println(Figures.header());
        int failed = 0;
        try (Places places = new Places()) {
            for (Job job : plan.jobs()) {
                try {
                    cell(plan, job, places, figures);
                } catch (IOException e) {
                    // The other cells are measured all the same
                    System.err.println(job.cell() + " has failed: " + e.getMessage());
                    failed++;
                }
            }
        }
        System.out.println();
        List<Bar> bars = Bounds.of(figures);
        bars.forEach(bar -> System.out.println(bar.text()));
        System.out.printf(
                "%n%d of %d bounds are met%n", bars.stream().filter(Bar::met).count(), bars.size());
        System.out.println(Hiccups.of(cores, HICCUP_SECONDS).describe(cores));
        Job first = plan.jobs().get(0);
        System.out.println(Machine.describe() + "; both sides " + String.join(" ", FLAGS) + "; server of Kafka "
                + String.join(" ", KafkaServer.FLAGS) + "; warm-up " + first.warmUpMillis() / 1_000 + " s, recorded "
                + first.millis() / 1_000 + " s, commits each " + first.intervalMillis() + " ms; settings '"
                + first.settings() + "'\nwritten to " + plan.out());
        if (failed > 0) {
            throw new IOException(failed + " of " + plan.jobs().size() + " cells have failed");
        }
    }

    private static void cell(Plan plan, Job job, Places places, Figures figures) throws IOException {
        List<Outcome> millrace = new ArrayList<>();
        List<Outcome> bare = new ArrayList<>();
        try (Places.Source source = places.source(job)) {
            for (int i = 0; i < plan.repetitions(); i++) {
                // Who begins has an advantage or not, and each has it in turn
                for (boolean isBare : i % 2 == 0 ? new boolean[] {false, true} : new boolean[] {true, false}) {
                    (isBare ? bare : millrace).add(places.run(job, isBare, source, ConnectorsBenchmark::process));
                }
            }
        }
        add(figures, job, "millrace", millrace);
        add(figures, job, "bare", bare);
        double[] shares = new double[bare.size()];
        Arrays.setAll(
                shares,
                i -> 100 * millrace.get(i).eventsPerSecond() / bare.get(i).eventsPerSecond());
        figures.add(PART, job.cell(), BESIDE, SHARE, "%", shares);
    }

    private static Outcome process(Job job) throws IOException {
        try (Child child = Child.start(Child.java(FLAGS, ConnectorsMain.class, List.of(job.encode())))) {
            return Outcome.decode(child.await(Child.RESULT));
        }
    }

    private static void add(Figures figures, Job job, String mode, List<Outcome> outcomes) {
        figures.add(PART, job.cell(), mode, "events", "1/s", each(outcomes, Outcome::eventsPerSecond));
        figures.add(
                PART, job.cell(), mode, "bytes", "MB/s", each(outcomes, one -> one.megabytesPerSecond(job.bytes())));
        figures.add(PART, job.cell(), mode, "cores", "number", each(outcomes, Outcome::cores));
        // Others on the machine take cores, not what an event costs
        figures.add(PART, job.cell(), mode, "CPU per event", "us", each(outcomes, Outcome::cpuMicrosPerEvent));
    }

    private static List<Double> each(List<Outcome> outcomes, ToDoubleFunction<Outcome> of) {
        return outcomes.stream().map(of::applyAsDouble).toList();
    }
}
