// SPDX-License-Identifier: Apache-2.0
package io.millrace.scheduler;

import io.millrace.scheduler.algorithms.EvenScheduler;
import io.millrace.scheduler.algorithms.MultilevelScheduler;
import io.millrace.scheduler.algorithms.RStormScheduler;
import io.millrace.scheduler.algorithms.TStormScheduler;
import io.millrace.scheduler.algorithms.TurboStreamScheduler;
import io.millrace.scheduler.model.ErrorText;
import io.millrace.scheduler.model.InvalidProblemException;
import io.millrace.scheduler.model.SchedulingAlgorithm;
import java.util.List;

/** The algorithms that a user can choose by name. */
public final class Algorithms {
    /** What is used unless the user names another one. */
    public static final String DEFAULT = MultilevelScheduler.NAME;

    private static final SchedulingAlgorithm EVEN = new EvenScheduler();

    private static final SchedulingAlgorithm TURBOSTREAM = new TurboStreamScheduler();

    private static final List<SchedulingAlgorithm> ALL = List.of(
            EVEN,
            new RStormScheduler(),
            new TStormScheduler(),
            TURBOSTREAM,
            new MultilevelScheduler(List.of(EVEN, TURBOSTREAM)));

    private Algorithms() {}

    /** @throws InvalidProblemException if there is none of that name; the message names the nearest one */
    public static SchedulingAlgorithm byName(String name) {
        return ALL.stream()
                .filter(algorithm -> algorithm.name().equals(name))
                .findFirst()
                .orElseThrow(() -> new InvalidProblemException("unknown scheduling algorithm " + ErrorText.quote(name)
                        + ": " + ErrorText.suggestion(name, names())));
    }

    public static List<String> names() {
        return ALL.stream().map(SchedulingAlgorithm::name).toList();
    }
}
