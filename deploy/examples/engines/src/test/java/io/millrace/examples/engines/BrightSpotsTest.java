// SPDX-License-Identifier: Apache-2.0
package io.millrace.examples.engines;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.api.Millrace;
import io.millrace.api.RunningTopology;
import io.millrace.api.config.Config;
import io.millrace.operators.Bolts;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The whole example, with two engines in Python. */
@Timeout(90)
class BrightSpotsTest {

    private static final int FRAMES = 40;
    private static final Map<Long, Long> FOUND = new ConcurrentHashMap<>();

    @BeforeEach
    void needsPython() throws Exception {
        Python.require();
        FOUND.clear();
    }

    @Test
    void allSpotsOfAllFramesAreFound() throws Exception {
        try (Millrace engine = Millrace.local().start()) {
            RunningTopology run = engine.submit(
                    "bright-spots",
                    BrightSpots.topology(
                            FRAMES, Bolts.forEach(frame -> FOUND.put(frame.getLong("number"), frame.getLong("spots")))),
                    Config.empty());
            assertThat(run.awaitCompletion(Duration.ofSeconds(60))).isTrue();
        }
        assertThat(FOUND).hasSize(FRAMES);
        FOUND.forEach(
                (number, spots) -> assertThat(spots).as("frame %d", number).isEqualTo(Frames.spots(number)));
    }
}
