package io.millrace.benchmarks.transport;

import io.millrace.benchmarks.machine.Machine;
import io.millrace.benchmarks.machine.Options;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * Runs every cell by every medium on the loopback device, in two other JVMs, the media taking turns in each repetition; prints
 * a table and writes it as JSON.
 */
public final class TransportBenchmark {

    private static final String USAGE =
            "[--quick] [--media=millrace,netty] [--cells=part of a name] [--repetitions=n] [--out=file]";

    private TransportBenchmark() {}

    public static void main(String[] arguments) {
        Options.run(arguments, TransportBenchmark::run);
    }

    private static void run(Options options) throws IOException {
        boolean quick = options.takeFlag("quick");
        List<String> media = options.takeNames("media", String.join(",", Medium.NAMES), Medium.NAMES);
        String only = options.take("cells", "");
        int repetitions = options.take("repetitions", quick ? 1 : 3, 1);
        Path out = options.takePath("out", "benchmarks/target/transport.json");
        options.requireNoOther(USAGE);
        List<Cell> cells = Options.chosen(
                (quick ? Cell.quick() : Cell.all())
                        .stream().filter(cell -> cell.name().contains(only)).toList(),
                "cells",
                only);

        List<Result> results = new ArrayList<>();
        System.out.println(Result.header());
        for (Cell cell : cells) {
            results.addAll(measure(cell, media, repetitions));
        }
        String machine = Machine.describe() + ", flags " + String.join(" ", Pair.FLAGS);
        Files.createDirectories(out.toAbsolutePath().getParent());
        Files.writeString(
                out,
                "{\"machine\": \"" + machine + "\", \"results\": [\n"
                        + results.stream().map(Result::json).collect(Collectors.joining(",\n")) + "\n]}\n");
        System.out.println("\n" + machine + "\nwritten to " + out);
    }

    private static List<Result> measure(Cell cell, List<String> media, int repetitions) throws IOException {
        Map<String, List<Figures>> measured = new LinkedHashMap<>();
        for (int i = 0; i < repetitions; i++) {
            for (String medium : media) {
                measured.computeIfAbsent(medium, none -> new ArrayList<>())
                        .add(cell.measure(Pair.onLoopback(), medium));
            }
        }
        List<Result> results = measured.entrySet().stream()
                .map(entry -> new Result(cell, entry.getKey(), entry.getValue()))
                .toList();
        results.forEach(result -> System.out.println(result.row()));
        if (cell.kind() == Cell.Kind.PING && measured.keySet().containsAll(Medium.NAMES)) {
            double ratio = results.get(media.indexOf(Medium.MILLRACE)).median("p50")
                    / results.get(media.indexOf(Medium.NETTY)).median("p50");
            System.out.printf("%-18s p50 of millrace is %.2f times that of netty%n", cell.name(), ratio);
        }
        return results;
    }
}
