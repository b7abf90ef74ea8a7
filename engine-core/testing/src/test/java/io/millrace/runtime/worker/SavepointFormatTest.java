// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.worker;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.api.config.Config;
import io.millrace.api.config.Guarantee;
import io.millrace.api.config.TopologyKeys;
import io.millrace.runtime.snapshot.savepoint.SavepointOrder;
import io.millrace.runtime.snapshot.savepoint.SavepointResult;
import io.millrace.runtime.snapshot.store.Manifest;
import io.millrace.runtime.snapshot.store.Savepoint;
import io.millrace.runtime.snapshot.store.SavepointPlace;
import io.millrace.testing.stepped.SteppedTopology;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Savepoints of all formats stay readable. Each has a directory of test resources, {@code savepoint-FORMAT}, which
 * stays for ever. {@code -Dmillrace.savepoint.write=DIR} writes a savepoint as this engine makes it: for a new format,
 * write it into the directory with its number.
 */
@Timeout(60)
class SavepointFormatTest {

    private static final Config CONFIG = Config.empty()
            .with(TopologyKeys.GUARANTEE, Guarantee.EXACTLY_ONCE)
            .with(TopologyKeys.SNAPSHOT_INTERVAL, Duration.ofMillis(5))
            .with(TopologyKeys.SERIALIZED_CLASSES, SavepointFixture.Total.class.getName());

    @TempDir
    private Path directory;

    /** Returns the greater of the two formats, as a savepoint needs both. */
    private static int newest() {
        return Math.max(Savepoint.VERSION, Manifest.VERSION);
    }

    static IntStream formats() {
        return IntStream.rangeClosed(1, newest());
    }

    @ParameterizedTest
    @MethodSource("formats")
    void aSavepointOfEachFormatIsWholeAndStartsATopologyOfThisEngine(int format) throws Exception {
        Path kept = GoldenSavepoint.copy(format, directory.resolve("kept"));
        try (SavepointPlace place =
                SavepointPlace.existing(kept.toString(), Map.of(), SavepointPlace.class.getClassLoader())) {
            assertThat(place.verify()).isEmpty();
            assertThat(place.read().snapshot().version()).isLessThanOrEqualTo(format);
        }
        assertThat(shown(kept, 2)).isEqualTo(expected());
    }

    @Test
    void whatThisEngineWritesStartsATopology() throws IOException {
        Path made = directory.resolve("made");
        write(made);
        assertThat(shown(made, 3)).isEqualTo(expected());
    }

    @Test
    @EnabledIfSystemProperty(named = "millrace.savepoint.write", matches = ".+")
    void writeTheFixture() throws IOException {
        write(Path.of(System.getProperty("millrace.savepoint.write")));
    }

    private static void write(Path to) throws IOException {
        try (OutsideWorld world = new OutsideWorld("writes " + to);
                SteppedTopology running = SteppedTopology.of(
                                SavepointFixture.topology(world, SavepointFixture.FILLED, 2))
                        .config(CONFIG)
                        .workers(2)
                        .start()) {
            assertThat(running.runUntil(() -> world.visible.size() == SavepointFixture.FILLED, Duration.ofMinutes(1)))
                    .isTrue();
            List<SavepointResult> answers = new ArrayList<>();
            running.savepoint(new SavepointOrder("fixture#1", to.toString(), Map.of()), answers::add);
            assertThat(running.runUntil(() -> !answers.isEmpty(), Duration.ofMinutes(1)))
                    .isTrue();
            assertThat(answers.get(0).failure()).isEmpty();
        }
    }

    /** Returns the states that a topology shows, which it has from a savepoint. */
    private static Map<String, String> shown(Path from, int tasks) {
        int end = SavepointFixture.FILLED + 2 * SavepointFixture.KEYS;
        try (OutsideWorld world = new OutsideWorld("reads " + from);
                SteppedTopology running = SteppedTopology.of(SavepointFixture.topology(world, end, tasks))
                        .config(CONFIG.with(TopologyKeys.SAVEPOINT_FROM, from.toString()))
                        .start()) {
            assertThat(running.runUntil(() -> world.visible.size() == 2 * SavepointFixture.KEYS, Duration.ofMinutes(1)))
                    .isTrue();
            Map<String, String> shown = new TreeMap<>();
            world.visible.forEach(row ->
                    shown.put(row.get(0) + " " + ((Long) row.get(1) % 2 == 0), (String) row.get(2)));
            return shown;
        }
    }

    private static Map<String, String> expected() {
        Map<String, String> expected = new TreeMap<>();
        for (int first = 0; first < 2 * SavepointFixture.KEYS; first++) {
            List<Long> all = new ArrayList<>();
            Map<String, Long> last = new TreeMap<>();
            long sum = 0;
            for (long number = first; number < SavepointFixture.FILLED; number += 2 * SavepointFixture.KEYS) {
                all.add(number);
                last.put("n" + number % 3, number);
                sum += number;
            }
            boolean right = first % 2 == 0;
            expected.put(
                    "key" + first % SavepointFixture.KEYS + " " + right,
                    "Total[side=" + (right ? "RIGHT" : "LEFT") + ", sum=" + sum + ", words=[w" + all.get(all.size() - 1)
                            + "]] " + last + " " + all);
        }
        return expected;
    }
}
