// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmarks.ipc;

import io.millrace.benchmarks.machine.Child;
import io.millrace.benchmarks.machine.Children;
import io.millrace.benchmarks.machine.Machine;
import io.millrace.benchmarks.machine.Options;
import io.millrace.benchmarks.machine.Scratch;
import io.millrace.benchmarks.report.Columns;
import io.millrace.benchmarks.study.Repeated;
import io.millrace.benchmarks.study.Study;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * Runs every cell with every medium, in other JVMs, one after the other, the media taking turns in each repetition;
 * prints a table and writes it as JSON.
 */
public final class IpcBenchmark {

    private static final String USAGE =
            "[--quick] [--media=a,b] [--cells=text] [--repetitions=n] [--room=messages] [--out=file]";
    private static final int LIMIT_SECONDS = 60;

    private static final Columns TABLE = new Columns(
            "%-20s %-18s %12s %21s %8s %8s %8s %9s %7s %7s",
            "cell|medium|messages/s|spread|p50 µs|p99|p99.9|max|B/msg|CPU %");

    private IpcBenchmark() {}

    public static void main(String[] arguments) {
        Options.run(USAGE, arguments, IpcBenchmark::run);
    }

    private static void run(Options options) throws IOException, InterruptedException {
        Study study = new Study(options, "benchmarks/target/ipc.json");
        List<Cell> cells = study.cells(study.quick() ? Cell.quick() : Cell.all(), Cell::name);
        List<String> media = options.takeNames("media", String.join(",", Medium.NAMES), Medium.NAMES);
        int repetitions = study.repetitions(3);
        int room = options.take("room", 0, 0);
        if (room > 0) {
            // Inherited by the children.
            System.setProperty(Message.ROOM_PROPERTY, Integer.toString(room));
        }
        List<String> json = new ArrayList<>();
        System.out.println(TABLE.head());
        for (Cell cell : cells) {
            study.turns(
                            cell.name(),
                            repetitions,
                            media.stream().filter(cell::suits).toList(),
                            medium -> measure(cell, medium))
                    .forEach((medium, runs) -> {
                        Repeated values = Repeated.of(runs);
                        System.out.println(row(cell, medium, values));
                        json.add(values.json(String.format(
                                "\"cell\": \"%s\", \"medium\": \"%s\", \"length\": %d, \"producers\": %d, \"rate\": %d",
                                cell.name(), medium, cell.length(), cell.producers(), cell.perSecond())));
                    });
        }
        String flags = ", flags " + String.join(" ", Flags.of("millrace")) + " (agrona, aeron: "
                + String.join(" ", Flags.of("agrona")) + ")";
        study.writeJson(Machine.describe() + flags, json.stream());
        study.end(flags);
    }

    private static String row(Cell cell, String medium, Repeated values) {
        double consumer = values.median("allocatedPerMessage");
        double producer = values.median("producerAllocatedPerMessage");
        return TABLE.row(
                cell.name(),
                medium,
                values.text("perSecond", "%,.0f"),
                values.spread("perSecond", "%,.0f"),
                values.texts("%.2f", "p50", "p99", "p999", "max"),
                String.format("%.1f", Math.max(consumer, producer)),
                values.text("cpuPercent", "%.1f"));
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
