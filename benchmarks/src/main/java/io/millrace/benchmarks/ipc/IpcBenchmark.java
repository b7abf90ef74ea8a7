// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmarks.ipc;

import io.millrace.benchmarks.machine.Child;
import io.millrace.benchmarks.machine.Children;
import io.millrace.benchmarks.machine.Options;
import io.millrace.benchmarks.machine.Scratch;
import io.millrace.benchmarks.report.Columns;
import io.millrace.benchmarks.report.CrossTable;
import io.millrace.benchmarks.report.Figures;
import io.millrace.benchmarks.report.Lines;
import io.millrace.benchmarks.report.Measured;
import io.millrace.benchmarks.report.Repeated;
import io.millrace.benchmarks.report.TableSection;
import io.millrace.benchmarks.study.Study;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * Runs every cell with every medium, in other JVMs, one after the other, the media taking turns in each repetition;
 * prints a table, and writes lines and the tables of a page.
 */
public final class IpcBenchmark {

    private static final String USAGE =
            "[--quick] [--media=a,b] [--cells=text] [--repetitions=n] [--room=messages] [--out=file.jsonl]"
                    + " [--continue] [--docs=page.md [--table]]";
    private static final int LIMIT_SECONDS = 60;

    static final String PART = "ipc";
    private static final String RATE = "perSecond";

    // Without a rate, with one, and of a consumer that gets nothing.
    private static final String MESSAGES = "messages";
    private static final String CARRIED = "carried";
    private static final String IDLE = "CPU";

    private static final String CONSUMER_BYTES = "allocatedPerMessage";
    private static final String PRODUCER_BYTES = "producerAllocatedPerMessage";
    private static final String CPU = "cpuPercent";
    private static final String PERCENT = "% of a core";
    private static final String[] LATENCIES = {"p50", "p99", "p999", "max"};

    /** What a page shows. */
    public static final List<TableSection> SECTIONS = List.of(
            new TableSection(
                    "latencies of the ring",
                    "Latencies of one way between two processes at a rate.",
                    "benchmarks/run ipc",
                    CrossTable.of(PART, LATENCIES[0], LATENCIES[1])),
            new TableSection(
                    "messages through the ring",
                    "Messages per second without a rate.",
                    "benchmarks/run ipc",
                    CrossTable.of(PART, MESSAGES)),
            new TableSection(
                    "an idle ring",
                    "What a consumer that gets nothing takes.",
                    "benchmarks/run ipc --cells=idle",
                    CrossTable.of(PART, IDLE)));

    private static final Columns TABLE = new Columns(
            "%-20s %-18s %12s %21s %8s %8s %8s %9s %7s %7s",
            "cell|medium|messages/s|spread|p50 µs|p99|p99.9|max|B/msg|CPU %");

    private IpcBenchmark() {}

    public static void main(String[] arguments) {
        Options.run(USAGE, arguments, IpcBenchmark::run);
    }

    private static void run(Options options) throws IOException, InterruptedException {
        Study study = new Study(options, "benchmarks/target/ipc.jsonl");
        List<Cell> cells = study.cells(study.quick() ? Cell.quick() : Cell.all(), Cell::name);
        List<String> media = options.takeNames("media", String.join(",", Medium.NAMES), Medium.NAMES);
        int turns = study.repetitions(3);
        int room = options.take("room", 0, 0);
        if (room > 0) {
            // Inherited by the children.
            System.setProperty(Message.ROOM_PROPERTY, Integer.toString(room));
        }
        String flags = "flags " + String.join(" ", Flags.of("millrace")) + " (agrona, aeron: "
                + String.join(" ", Flags.of("agrona")) + ")";
        Figures figures = study.figures().under("engine_flags", flags);
        if (!study.tableOnly()) {
            System.out.println(TABLE.head());
            for (Cell cell : cells) {
                List<String> suitable = media.stream().filter(cell::suits).toList();
                study.measure(figures, PART, cell.name(), turns, suitable, medium -> measured(cell, medium))
                        .forEach((medium, values) -> System.out.println(row(cell, medium, values)));
            }
        }
        study.writeSections(SECTIONS, figures);
        study.end(", " + flags);
    }

    private static Measured measured(Cell cell, String medium) throws IOException {
        Map<String, Double> values = measure(cell, medium);
        Measured all =
                new Measured().with(Lines.WARM_UP_SECONDS, cell.warmUpSeconds()).with(Lines.SECONDS, cell.seconds());
        if (cell.idle()) {
            return all.add(IDLE, PERCENT, values.get(CPU));
        }
        all.add(cell.timed() ? CARRIED : MESSAGES, "1/s", values.get(RATE));
        if (cell.timed()) {
            for (String latency : LATENCIES) {
                all.add(latency, "us", values.get(latency));
            }
        }
        all.add(CPU, PERCENT, values.get(CPU));
        return all.add(CONSUMER_BYTES, "B", values.get(CONSUMER_BYTES))
                .add(PRODUCER_BYTES, "B", values.get(PRODUCER_BYTES));
    }

    private static String row(Cell cell, String medium, Repeated values) {
        double allocated = Math.max(values.median(CONSUMER_BYTES), values.median(PRODUCER_BYTES));
        return TABLE.row(
                cell.name(),
                medium,
                values.text(cell.timed() ? CARRIED : MESSAGES, "%,.0f"),
                values.spread(cell.timed() ? CARRIED : MESSAGES, "%,.0f"),
                values.texts("%.2f", LATENCIES),
                Double.isNaN(allocated) ? "" : String.format("%.1f", allocated),
                values.text(cell.idle() ? IDLE : CPU, "%.1f"));
    }

    private static Map<String, Double> measure(Cell cell, String medium) throws IOException {
        List<String> consuming = List.of("" + cell.length(), "" + cell.producers() * cell.threads(), "" + cell.timed());
        try (Scratch scratch = new Scratch();
                Children children = new Children(LIMIT_SECONDS)) {
            Child consumer = children.start(java(ConsumerMain.class, medium, scratch, consuming));
            consumer.await(Child.READY);
            List<Child> producers = new ArrayList<>();
            for (int i = 0; i < cell.producers(); i++) {
                producers.add(children.start(java(ProducerMain.class, medium, scratch, producerArguments(cell, i))));
            }
            Map<String, Double> values = Child.figures(consumer.await(Child.RESULT));
            for (Child producer : producers) {
                values.putAll(Child.figures(producer.await(Child.RESULT)));
            }
            return values;
        }
    }

    private static List<String> java(Class<?> main, String medium, Scratch scratch, List<String> arguments) {
        List<String> all = new ArrayList<>(List.of(medium, scratch.directory().toString()));
        all.addAll(arguments);
        return Child.java(Flags.of(medium), main, all);
    }

    private static List<String> producerArguments(Cell cell, int index) {
        return List.of(
                "" + cell.length(),
                "" + index,
                "" + cell.threads(),
                "" + cell.perSecond() / cell.producers(),
                "" + cell.idle(),
                "" + cell.warmUpSeconds(),
                "" + cell.seconds());
    }
}
