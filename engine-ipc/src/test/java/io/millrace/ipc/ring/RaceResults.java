// SPDX-License-Identifier: Apache-2.0
package io.millrace.ipc.ring;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.infra.Status;
import org.openjdk.jcstress.infra.collectors.TestResult;
import org.openjdk.jcstress.infra.grading.GradingResult;
import org.openjdk.jcstress.infra.runners.TestList;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** What jcstress saw in the races of this package. Stateless. */
final class RaceResults {
    private static final Logger LOG = LoggerFactory.getLogger(RaceResults.class);

    private RaceResults() {}

    /** Fails unless every race ran, and none had a forbidden outcome. */
    static void judge(Collection<TestResult> results) {
        Map<String, Long> samples = new TreeMap<>();
        List<String> failures = new ArrayList<>();
        for (TestResult result : results) {
            samples.merge(result.getName(), result.getTotalCount(), Long::sum);
            if (result.status() != Status.NORMAL) {
                failures.add(result.getName() + ": " + result.status() + " " + result.getMessages());
            }
            for (GradingResult outcome : result.grading().gradingResults.values()) {
                if (outcome.expect == Expect.FORBIDDEN && outcome.count > 0) {
                    failures.add(result.getName() + ": " + outcome.count + " of " + result.getTotalCount()
                            + " samples '" + outcome.id + "': " + outcome.description);
                }
            }
        }
        LOG.info(
                "samples per race: {}",
                samples.entrySet().stream()
                        .map(entry -> entry.getKey().replaceAll(".*\\.(?=[A-Z]\\w+Race)", "") + " " + entry.getValue())
                        .collect(Collectors.joining(", ")));
        assertThat(failures).isEmpty();
        assertThat(samples.keySet()).containsExactlyInAnyOrderElementsOf(TestList.tests());
        assertThat(samples.values()).allSatisfy(count -> assertThat(count).isPositive());
    }
}
