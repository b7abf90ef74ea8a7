package io.millrace.scheduler;

import java.util.List;

/** The algorithms that a user can choose by name. */
public final class Algorithms {
    /** What is used unless the user names another one. */
    public static final String DEFAULT = EvenScheduler.NAME;

    private static final List<SchedulingAlgorithm> ALL = List.of(new EvenScheduler());

    private Algorithms() {}

    /** @throws InvalidProblemException if there is none of that name; the message names the nearest one */
    public static SchedulingAlgorithm byName(String name) {
        return ALL.stream()
                .filter(algorithm -> algorithm.name().equals(name))
                .findFirst()
                .orElseThrow(() -> new InvalidProblemException("unknown scheduling algorithm " + Wording.quote(name)
                        + ": " + Wording.suggestion(name, names())));
    }

    public static List<String> names() {
        return ALL.stream().map(SchedulingAlgorithm::name).toList();
    }
}
