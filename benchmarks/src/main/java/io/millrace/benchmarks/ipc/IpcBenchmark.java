package io.millrace.benchmarks.ipc;

import io.millrace.benchmarks.machine.Child;
import io.millrace.benchmarks.machine.Machine;
import io.millrace.benchmarks.machine.Options;
import io.millrace.benchmarks.machine.Scratch;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Timer;
import java.util.TimerTask;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.Collectors;

/**
 * Runs every cell with every medium, in other JVMs, one after the other, the media taking turns in each repetition; prints a table and writes
 * it as JSON. {@code [--quick] [--media=a,b] [--cells=text] [--repetitions=n] [--room=messages] [--out=file]}
 */
public final class IpcBenchmark {
    private static final String USAGE =
            "[--quick] [--media=a,b] [--cells=text] [--repetitions=n] [--room=messages] [--out=file]";
    private static final int REPETITIONS = 3;
    private static final int LIMIT_SECONDS = 60;

    private final List<Cell> cells;
    private final List<String> media;
    private final int repetitions;

    private IpcBenchmark(List<Cell> cells, List<String> media, int repetitions) {
        this.cells = cells;
        this.media = media;
        this.repetitions = repetitions;
    }

    public static void main(String[] arguments) {
        Options.run(arguments, IpcBenchmark::run);
    }

    private static void run(Options options) throws IOException {
        boolean quick = options.takeFlag("quick");
        String only = options.take("cells", "");
        List<String> media = options.takeNames("media", String.join(",", Medium.NAMES), Medium.NAMES);
        int repetitions = options.take("repetitions", quick ? 1 : REPETITIONS, 1);
        Path out = options.takePath("out", "benchmarks/target/ipc.json");
        int room = options.take("room", 0, 0);
        options.requireNoOther(USAGE);
        if (room > 0) {
            // Inherited by the children.
            System.setProperty(Message.ROOM_PROPERTY, Integer.toString(room));
        }
        List<Cell> cells = Options.chosen(
                (quick ? Cell.quick() : Cell.all())
                        .stream().filter(cell -> cell.name().contains(only)).toList(),
                "cells",
                only);
        List<Result> results = new IpcBenchmark(cells, media, repetitions).run();
        Files.createDirectories(out.toAbsolutePath().getParent());
        Files.writeString(out, json(results));
        System.out.println("\n" + describe() + "\nwritten to " + out);
    }

    private static String describe() {
        return Machine.describe() + ", flags " + String.join(" ", Flags.of("millrace")) + " (agrona, aeron: "
                + String.join(" ", Flags.of("agrona")) + ")";
    }

    private static String json(List<Result> results) {
        return "{\"machine\": \"" + describe() + "\", \"results\": [\n"
                + results.stream().map(Result::json).collect(Collectors.joining(",\n")) + "\n]}\n";
    }

    private List<Result> run() throws IOException {
        List<Result> results = new ArrayList<>();
        System.out.println(Result.header());
        for (Cell cell : cells) {
            Map<String, List<Map<String, Double>>> measured = new HashMap<>();
            for (int i = 0; i < repetitions; i++) {
                for (String medium : media) {
                    if (cell.suits(medium)) {
                        measured.computeIfAbsent(medium, key -> new ArrayList<>())
                                .add(measure(cell, medium));
                    }
                }
            }
            for (String medium : media) {
                if (measured.containsKey(medium)) {
                    Result result = Result.of(cell, medium, measured.get(medium));
                    System.out.println(result.row());
                    results.add(result);
                }
            }
        }
        return results;
    }

    private static Map<String, Double> measure(Cell cell, String medium) throws IOException {
        // The timer's thread looks at it too.
        List<Child> children = new CopyOnWriteArrayList<>();
        Timer limit = new Timer("limit", true);
        try (Scratch scratch = new Scratch()) {
            limit.schedule(
                    new TimerTask() {
                        @Override
                        public void run() {
                            children.forEach(Child::kill);
                        }
                    },
                    LIMIT_SECONDS * 1000L);
            try {
                return measure(cell, medium, scratch.directory(), children);
            } finally {
                children.forEach(Child::close);
            }
        } finally {
            limit.cancel();
        }
    }

    private static Map<String, Double> measure(Cell cell, String medium, Path directory, List<Child> children)
            throws IOException {
        List<String> consumerArguments =
                List.of("" + cell.length(), "" + cell.producers() * cell.threads(), "" + cell.timed());
        Child consumer = start(ConsumerMain.class, medium, directory, consumerArguments);
        children.add(consumer);
        consumer.await(Child.READY);
        for (int i = 0; i < cell.producers(); i++) {
            children.add(start(ProducerMain.class, medium, directory, producerArguments(cell, i)));
        }
        Map<String, Double> values = Child.figures(consumer.await(Child.RESULT));
        for (Child producer : children.subList(1, children.size())) {
            values.putAll(Child.figures(producer.await(Child.RESULT)));
        }
        return values;
    }

    private static Child start(Class<?> main, String medium, Path directory, List<String> arguments)
            throws IOException {
        List<String> all = new ArrayList<>(List.of(medium, directory.toString()));
        all.addAll(arguments);
        return Child.start(Child.java(Flags.of(medium), main, all));
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
