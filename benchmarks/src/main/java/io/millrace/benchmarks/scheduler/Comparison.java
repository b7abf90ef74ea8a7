// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmarks.scheduler;

import io.millrace.benchmarks.report.Figures;
import io.millrace.benchmarks.report.Measured;
import io.millrace.scheduler.evaluate.Evaluation;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;

/** The tables of a run: relative costs by problem, by family, and the figures of each algorithm. */
final class Comparison {

    /** The parts of lines: of a problem, of a family of them, of all. */
    static final String PROBLEMS = "problems";

    static final String FAMILIES = "families";
    static final String ALGORITHMS = "algorithms";
    static final String ALL = "all";

    /** The figures in a page. */
    static final String MEAN = "above the lowest known cost, geometric mean";

    static final String WORST = "worst, in lowest known costs";
    static final String UNBALANCED = "not balanced";
    static final String IN_ONE_WORKER = "traffic in one worker";
    static final String LONGEST = "longest time";

    private final List<Outcome> outcomes;
    private final BestKnown best;
    private final Set<String> algorithms = new LinkedHashSet<>();

    Comparison(List<Outcome> outcomes, BestKnown best) {
        this.outcomes = outcomes;
        this.best = best;
        outcomes.forEach(outcome -> algorithms.add(outcome.algorithm()));
    }

    /**
     * Cost relative to the best known and milliseconds; u: unbalanced, i: a rule is broken, x: another answer next
     * time.
     */
    String problems() {
        StringBuilder text = new StringBuilder(String.format("%-28s%12s", "problem", "best"));
        algorithms.forEach(algorithm -> text.append(String.format("%22s", algorithm)));
        Map<String, List<Outcome>> rows = new LinkedHashMap<>();
        outcomes.forEach(outcome ->
                rows.computeIfAbsent(outcome.name(), none -> new ArrayList<>()).add(outcome));
        rows.forEach((name, row) -> {
            text.append(String.format(Locale.ROOT, "%n%-28s%12.0f", name, bestOf(row.get(0))));
            row.forEach(outcome -> text.append(String.format("%22s", cell(outcome))));
        });
        return text.toString();
    }

    private String cell(Outcome outcome) {
        if (outcome.evaluation() == null) {
            return "failed";
        }
        String marks = (outcome.evaluation().isBalanced() ? "" : "u")
                + (outcome.evaluation().isValid() ? "" : "i")
                + (outcome.isStable() ? "" : "x");
        return String.format(
                Locale.ROOT, "%.3f %2s %7.1f ms", outcome.relativeTo(bestOf(outcome)), marks, outcome.millis());
    }

    /** Geometric means of the relative cost. */
    String families() {
        Set<String> families = familyNames();
        StringBuilder text = new StringBuilder(String.format("%-14s", "geo. mean"));
        families.forEach(family -> text.append(String.format("%10s", family)));
        for (String algorithm : algorithms) {
            text.append(String.format("%n%-14s", algorithm));
            for (String family : families) {
                text.append(String.format(Locale.ROOT, "%10.3f", geometricMean(ofFamily(algorithm, family))));
            }
        }
        return text.toString();
    }

    String algorithms() {
        StringBuilder text = new StringBuilder(String.format(
                "%-14s%10s%9s  %-28s%11s%8s%8s%14s%17s%12s",
                "algorithm",
                "geo. mean",
                "worst",
                "at",
                "unbalanced",
                "invalid",
                "failed",
                "in one worker",
                "worker imbalance",
                "longest ms"));
        for (String algorithm : algorithms) {
            List<Outcome> own = of(algorithm, outcome -> true);
            Outcome worst =
                    own.stream().max(Comparator.comparingDouble(this::relative)).orElse(null);
            text.append(String.format(
                    Locale.ROOT,
                    "%n%-14s%10.3f%9.2f  %-28s%11d%8d%8d%13.1f%%%17.2f%12.1f",
                    algorithm,
                    geometricMean(own),
                    worst == null ? Double.NaN : relative(worst),
                    worst == null ? "" : worst.name(),
                    unbalanced(own),
                    invalid(own),
                    failed(algorithm),
                    100 * workerShare(own),
                    own.stream()
                            .mapToDouble(outcome -> outcome.evaluation().workerImbalance())
                            .max()
                            .orElse(0),
                    longest(own)));
        }
        return text.toString();
    }

    /** Adds a line for each problem and algorithm, for each family and algorithm, and for each algorithm. */
    void addTo(Figures figures) throws IOException {
        for (Outcome outcome : outcomes) {
            figures.add(PROBLEMS, outcome.name(), outcome.algorithm(), outcome.measured(bestOf(outcome)));
        }
        for (String algorithm : algorithms) {
            for (String family : familyNames()) {
                figures.add(FAMILIES, family, algorithm, costs(ofFamily(algorithm, family)));
            }
            List<Outcome> own = of(algorithm, outcome -> true);
            figures.add(FAMILIES, ALL, algorithm, costs(own));
            figures.add(
                    ALGORITHMS,
                    ALL,
                    algorithm,
                    new Measured()
                            .add(UNBALANCED, Figures.NUMBER, unbalanced(own))
                            .add(IN_ONE_WORKER, "%", 100 * workerShare(own))
                            .add(LONGEST, "ms", longest(own))
                            .add("not valid", Figures.NUMBER, invalid(own))
                            .add("failed", Figures.NUMBER, failed(algorithm)));
        }
    }

    private Measured costs(List<Outcome> own) {
        return new Measured()
                .add(MEAN, "%", 100 * (geometricMean(own) - 1))
                .add(
                        WORST,
                        Figures.NUMBER,
                        own.stream().mapToDouble(this::relative).max().orElse(Double.NaN));
    }

    private Set<String> familyNames() {
        Set<String> families = new LinkedHashSet<>();
        outcomes.forEach(outcome -> families.add(outcome.problem().label().family()));
        return families;
    }

    private List<Outcome> ofFamily(String algorithm, String family) {
        return of(algorithm, outcome -> outcome.problem().label().family().equals(family));
    }

    private static long unbalanced(List<Outcome> own) {
        return own.stream()
                .filter(outcome -> !outcome.evaluation().isBalanced())
                .count();
    }

    private static long invalid(List<Outcome> own) {
        return own.stream().filter(outcome -> !outcome.evaluation().isValid()).count();
    }

    private long failed(String algorithm) {
        return outcomes.stream()
                .filter(outcome -> outcome.algorithm().equals(algorithm) && outcome.evaluation() == null)
                .count();
    }

    private static double longest(List<Outcome> own) {
        return own.stream().mapToDouble(Outcome::millis).max().orElse(0);
    }

    /** Mean over problems in which something is sent within a node. */
    private static double workerShare(List<Outcome> own) {
        return own.stream()
                .map(Outcome::evaluation)
                .filter(evaluation ->
                        evaluation.traffic().cut() < evaluation.traffic().total())
                .mapToDouble(Evaluation::workerShare)
                .average()
                .orElse(0);
    }

    private List<Outcome> of(String algorithm, Predicate<Outcome> condition) {
        return outcomes.stream()
                .filter(outcome -> outcome.algorithm().equals(algorithm)
                        && outcome.evaluation() != null
                        && condition.test(outcome))
                .toList();
    }

    private double geometricMean(List<Outcome> own) {
        return Math.exp(own.stream()
                .mapToDouble(outcome -> Math.log(relative(outcome)))
                .average()
                .orElse(Double.NaN));
    }

    private double relative(Outcome outcome) {
        return outcome.relativeTo(bestOf(outcome));
    }

    /** If no sound answer is known, the lowest cost of the valid ones stands in. */
    private double bestOf(Outcome outcome) {
        double known = best.of(outcome.name());
        if (known < Double.POSITIVE_INFINITY) {
            return known;
        }
        return outcomes.stream()
                .filter(other -> other.name().equals(outcome.name()) && other.evaluation() != null)
                .mapToDouble(Outcome::cost)
                .min()
                .orElse(0);
    }
}
