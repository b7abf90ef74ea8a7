// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmarks.macro;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class AdCheckTest {

    /** In the middle of a window of the events' clock. */
    private static final long START = TimeUnit.SECONDS.toNanos(12_345);

    private static final int RATE = 600;

    @TempDir
    private Path directory;

    @BeforeEach
    void start() {
        Signals.start(directory, START);
    }

    private static Workload workload(Promise promise) {
        return new Workload(Shape.YAHOO_JSON, RATE, 1, promise, 3, 20);
    }

    /** Counts as an engine would that takes the events of both sources as they come. */
    private void count(Promise promise, int leaveOut, int repeat) {
        AdCounts counts = new AdCounts(workload(promise), directory, "0");
        AdEvents[] events = {new AdEvents(0), new AdEvents(1)};
        for (long number = 0; number < 26 * RATE; number++) {
            long due = START + number * TimeUnit.SECONDS.toNanos(1) / RATE;
            String json = events[(int) number % 2].json(number / 2, AdEvents.millis(due));
            for (int times = number == leaveOut ? 0 : number == repeat ? 2 : 1; times > 0; times--) {
                feed(counts, List.of(json, due));
            }
        }
    }

    private static void feed(AdCounts counts, List<Object> values) {
        for (AdStep step : AdStep.values()) {
            values = step.apply(values);
            if (values == null) {
                return;
            }
            assertThat(values).hasSameSizeAs(step.fields());
        }
        counts.take((String) values.get(0), (Long) values.get(1), (Long) values.get(2));
    }

    @Test
    void whatASequentialCountGivesIsEqual() throws IOException {
        count(Promise.atMostOnce(), -1, -1);
        AdCheck check = new AdCheck(workload(Promise.atMostOnce()), directory);

        assertThat(check.isComplete()).isTrue();
        // From 12,345 s until 12,368 s: what is left of one window and a whole one
        assertThat(check.compare()).startsWith("200 results of windows: 0 missing, 0 too low, 0 too high");
    }

    @Test
    void aLostViewIsFoundWithAnyGuarantee() throws IOException {
        count(Promise.atMostOnce(), 6, -1);
        assertThat(new AdCheck(workload(Promise.atMostOnce()), directory).isComplete())
                .isFalse();
        for (Promise promise : List.of(Promise.atMostOnce(), Promise.atLeastOnce(), Promise.exactlyOnce(1_000))) {
            assertThatThrownBy(() -> new AdCheck(workload(promise), directory).compare())
                    .isInstanceOf(IOException.class)
                    .hasMessageContaining("1 too low, 0 too high");
        }
    }

    @Test
    void aViewThatIsCountedTwiceIsRightWithAcksOnly() throws IOException {
        count(Promise.atMostOnce(), -1, 6);

        assertThat(new AdCheck(workload(Promise.atLeastOnce()), directory).compare())
                .contains("0 too low, 1 too high");
        assertThatThrownBy(() -> new AdCheck(workload(Promise.exactlyOnce(1_000)), directory).compare())
                .isInstanceOf(IOException.class)
                .hasMessageContaining("0 too low, 1 too high");
    }

    @Test
    void aWindowThatHasNotComeIsMissing() throws IOException {
        AdCheck check = new AdCheck(workload(Promise.atMostOnce()), directory);

        assertThat(check.isComplete()).isFalse();
        assertThatThrownBy(check::compare).hasMessageContaining("200 missing");
    }

    @Test
    void aLowerCountBeforeTheLastIsWrongWithExactlyOnceOnly() throws IOException {
        count(Promise.atMostOnce(), -1, -1);
        String line;
        try (var files = Files.list(directory)) {
            Path file = files.filter(each -> each.getFileName().toString().startsWith(AdResults.PREFIX))
                    .findFirst()
                    .orElseThrow();
            line = Files.readAllLines(file).get(0);
        }
        String[] part = line.split(" ");
        Files.writeString(
                directory.resolve(AdResults.PREFIX + "other"),
                part[0] + " " + part[1] + " 1 " + part[3] + "\n" + part[0] + " " + part[1] + " 10",
                StandardOpenOption.CREATE);

        assertThat(new AdCheck(workload(Promise.atLeastOnce()), directory).compare())
                .contains("0 missing, 0 too low, 0 too high");
        assertThatThrownBy(() -> new AdCheck(workload(Promise.exactlyOnce(1_000)), directory).compare())
                .hasMessageContaining("1 too low");
    }

    @Test
    void anEventHasSevenFieldsAndIsTheSameEachTime() {
        String json = new AdEvents(1).json(3, 12_345_678);
        AdEvent event = AdEvent.parse(json);

        assertThat(new AdEvents(1).json(3, 12_345_678)).isEqualTo(json);
        assertThat(event.time()).isEqualTo(12_345_678);
        assertThat(event.isView()).isTrue();
        assertThat(event.user()).matches("[0-9a-f-]{36}");
        assertThat(event.page()).matches("[0-9a-f-]{36}");
        assertThat(event.address()).startsWith("1.2.3.");
        assertThat(event.adType()).isNotEmpty();
        assertThat(AdEvents.campaignOf(event.ad())).matches("[0-9a-f-]{36}");
    }

    @Test
    void anEventOfATopicHasTheTimeAtWhichItWasDue() {
        for (long due : new long[] {12_345_678_000_000L, 12_345_678_000_078L, 12_345_678_999_999L}) {
            String json = new AdEvents(1).jsonDue(3, due);
            byte[] bytes = ("[" + json).getBytes(StandardCharsets.UTF_8);

            assertThat(AdEvents.dueNanos(json)).isEqualTo(due);
            assertThat(AdEvent.parse(json)).isEqualTo(AdEvent.parse(new AdEvents(1).json(3, 12_345_678)));
            assertThat(new AdFormat().read(bytes, 1, bytes.length - 1)).containsExactly(json, due, null, 12_345_678L);
        }
        assertThat(new AdFormat().fields().names()).containsExactly("event", "due", "way", "time");
    }
}
