// SPDX-License-Identifier: Apache-2.0
package io.millrace.scheduler;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.scheduler.explain.Explanation;
import io.millrace.scheduler.json.AssignmentJson;
import io.millrace.scheduler.json.ProblemJson;
import io.millrace.scheduler.model.Problem;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ExamplesTest {
    static String text(String example) {
        try (InputStream in = ExamplesTest.class.getResourceAsStream("/examples/" + example + ".json")) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "c01-pinned-4n",
                "e06-unit-tight-8n",
                "h03-hetero-yahoo-3n",
                "p01-wordcount-2n4w",
                "w02-geo-EU4-ads"
            })
    void roundTripsAndIsScheduledValidly(String example) {
        Problem problem = ProblemJson.read(text(example));
        assertThat(problem.name()).isEqualTo(example);
        assertThat(ProblemJson.read(ProblemJson.write(problem))).isEqualTo(problem);

        for (String name : Algorithms.names()) {
            Explanation explanation = Explanation.schedule(Algorithms.byName(name), problem, 1);
            assertThat(explanation.after().violations())
                    .as(explanation.toText())
                    .isEmpty();
            String answer = AssignmentJson.write(explanation.assignment());
            assertThat(AssignmentJson.read(answer)).isEqualTo(explanation.assignment());
        }
    }
}
