package io.millrace.benchmarks.scheduler;

import io.millrace.scheduler.Algorithms;
import io.millrace.scheduler.SchedulingOptions.Quality;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * What the command line says.
 *
 * @param problems part of the names of the problems to take; empty: all
 * @param seed of the generated problems
 * @param schedulerSeed what the algorithms get
 * @param best file of the lowest known costs
 * @param searchSteps of annealing for each task and each algorithm's answer; 0: no search
 * @param withChanges whether the re-scheduling cases run
 * @param write where problems go as files, instead of being solved
 */
record BenchmarkOptions(
        List<String> families,
        String problems,
        List<String> algorithms,
        Quality quality,
        long seed,
        long schedulerSeed,
        int repetitions,
        Optional<Path> best,
        int searchSteps,
        boolean withChanges,
        Optional<Path> write,
        Path out) {
    static final String USAGE =
            "[--families=a,b] [--problems=text] [--algorithms=a,b] [--quality=fast|full] [--seed=n] "
                    + "[--scheduler-seed=n] [--repetitions=n] [--best=file] [--search[=steps per task]] "
                    + "[--out=file] | --write=directory";
    private static final String DEFAULT_SEARCH = "5000";
    private static final String RESCHEDULING = "resched";

    /** @throws IllegalArgumentException if an option is unknown or its value is of no use */
    static BenchmarkOptions parse(String[] arguments) {
        Map<String, String> given = Stream.of(arguments)
                .map(argument -> argument.split("=", 2))
                .collect(Collectors.toMap(pair -> pair[0], pair -> pair.length > 1 ? pair[1] : ""));
        String families = take(given, "--families", String.join(",", Families.names()) + "," + RESCHEDULING);
        List<String> wanted = List.of(families.split(","));
        String search = given.containsKey("--search") ? take(given, "--search", "") : "0";
        BenchmarkOptions options = new BenchmarkOptions(
                wanted.stream().filter(name -> !name.equals(RESCHEDULING)).toList(),
                take(given, "--problems", ""),
                List.of(take(given, "--algorithms", String.join(",", Algorithms.names()))
                        .split(",")),
                Quality.valueOf(take(given, "--quality", "full").toUpperCase(Locale.ROOT)),
                Long.parseLong(take(given, "--seed", "" + Families.DEFAULT_SEED)),
                Long.parseLong(take(given, "--scheduler-seed", "0")),
                Integer.parseInt(take(given, "--repetitions", "3")),
                Optional.ofNullable(given.remove("--best")).map(Path::of),
                Integer.parseInt(search.isEmpty() ? DEFAULT_SEARCH : search),
                wanted.contains(RESCHEDULING),
                Optional.ofNullable(given.remove("--write")).map(Path::of),
                Path.of(take(given, "--out", "benchmarks/target/scheduler.json")));
        if (!given.isEmpty()) {
            throw new IllegalArgumentException("unknown: " + given.keySet() + "; use " + USAGE);
        }
        if (options.repetitions() < 1) {
            throw new IllegalArgumentException("--repetitions=" + options.repetitions() + ", must be 1 or more");
        }
        return options;
    }

    private static String take(Map<String, String> given, String name, String otherwise) {
        String value = given.remove(name);
        return value == null ? otherwise : value;
    }
}
