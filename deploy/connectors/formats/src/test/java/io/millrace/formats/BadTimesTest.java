// SPDX-License-Identifier: Apache-2.0
package io.millrace.formats;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.api.EventTime;
import io.millrace.api.TopologyBuilder;
import io.millrace.api.config.Config;
import io.millrace.api.config.Guarantee;
import io.millrace.api.config.TopologyKeys;
import io.millrace.api.error.MalformedException;
import io.millrace.api.metrics.TaskMetrics;
import io.millrace.operators.Bolts;
import io.millrace.operators.Spouts;
import io.millrace.operators.aggregate.Aggregates;
import io.millrace.operators.format.Formats;
import io.millrace.operators.format.ReadFormat;
import io.millrace.operators.window.Windows;
import io.millrace.testing.TopologyTest;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.apache.avro.Schema;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Event times of the year 9999, before 1970, and absent ones, as each format gives them. */
@Timeout(60)
class BadTimesTest {

    private static final long YEAR_9999 = 253_370_764_800_000L;

    private static final Schema OPTIONAL = new Schema.Parser().parse("""
            {"type": "record", "name": "Event", "fields": [{"name": "key", "type": "string"},
             {"name": "time", "type": ["null", {"type": "long", "logicalType": "timestamp-millis"}]}]}
            """);

    record Event(String key, Long time) {}

    record Strict(String key, long time) {}

    record At(String key, Instant time) {}

    private static Object time(ReadFormat format, byte[] bytes) throws MalformedException {
        return format.read(bytes, 0, bytes.length)[1];
    }

    private static Object time(ReadFormat format, String text) throws MalformedException {
        return time(format, text.getBytes(StandardCharsets.UTF_8));
    }

    private static void assertNone(Object time) {
        assertThat(time).isNull();
        assertThatThrownBy(() -> EventTime.millis("time", time)).hasMessageContaining("field 'time', is null");
    }

    @Test
    void timesOfJson() throws MalformedException {
        for (ReadFormat format : List.of(JsonFormat.of(Event.class), JsonFormat.fields("key", "time"))) {
            assertThat(time(format, "{\"time\": " + YEAR_9999 + "}")).isEqualTo(YEAR_9999);
            assertThat(time(format, "{\"time\": -5}")).isEqualTo(-5L);
            assertNone(time(format, "{\"key\": \"a\"}"));
            assertNone(time(format, "{\"time\": null}"));
        }
        assertThatThrownBy(() -> time(JsonFormat.of(Strict.class), "{\"key\": \"a\"}"))
                .isInstanceOf(MalformedException.class);
        JsonFormat instants = JsonFormat.of(At.class);
        assertThat(EventTime.millis("time", time(instants, "{\"time\": \"9999-01-01T00:00:00Z\"}")))
                .isEqualTo(YEAR_9999);
        assertThat(EventTime.millis("time", time(instants, "{\"time\": \"1969-12-31T23:59:59Z\"}")))
                .isEqualTo(-1_000);
        assertNone(time(instants, "{}"));
        Object last = time(instants, "{\"time\": \"+999999999-12-31T23:59:59Z\"}");
        assertThatThrownBy(() -> EventTime.millis("time", last)).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void timesOfColumns() throws MalformedException {
        ReadFormat format = Formats.delimited(Event.class, ",");
        assertThat(time(format, "a," + YEAR_9999)).isEqualTo(YEAR_9999);
        assertThat(time(format, "a,-5")).isEqualTo(-5L);
        assertNone(time(format, "a,"));
        assertThatThrownBy(() -> time(Formats.delimited(Strict.class, ","), "a,"))
                .isInstanceOf(MalformedException.class);
    }

    @Test
    void timesOfAvro() throws MalformedException {
        AvroFormat format = AvroFormat.of(OPTIONAL);
        for (Long millis : Arrays.asList(YEAR_9999, -5L)) {
            byte[] bytes = format.write(Tuples.of(format.fields(), new Object[] {"a", Instant.ofEpochMilli(millis)}));
            assertThat(EventTime.millis("time", time(format, bytes))).isEqualTo(millis);
        }
        assertNone(time(format, format.write(Tuples.of(format.fields(), new Object[] {"a", null}))));
    }

    /**
     * None is lost silently: each is counted, what has a time is in its window, and what has none is an error of the
     * window.
     */
    @Test
    void eachIsCountedAndMovesNoWindow(@TempDir Path directory) throws Exception {
        Files.write(
                directory.resolve("events.json"),
                List.of(
                        "{\"key\": \"a\", \"time\": 1000}",
                        "{\"key\": \"a\", \"time\": " + YEAR_9999 + "}",
                        "{\"key\": \"a\", \"time\": -5}",
                        "{\"key\": \"a\"}",
                        "{\"key\": \"a\", \"time\": \"soon\"}",
                        "{\"key\": \"a\", \"time\": 2000}",
                        "{\"key\": \"a\", \"time\": 30000}"));
        TopologyBuilder builder = new TopologyBuilder();
        builder.setSpout("events", Spouts.files(directory.toString(), JsonFormat.of(Event.class)))
                .eventTime("time", Duration.ofSeconds(10));
        builder.setBolt(
                        "counts",
                        Bolts.window(Windows.tumbling(Duration.ofSeconds(10)), "key")
                                .eventTime("time")
                                .aggregate("count", Aggregates.count()))
                .fields("events", "key");
        Config config = Config.empty().with(TopologyKeys.GUARANTEE, Guarantee.EXACTLY_ONCE);
        try (TopologyTest test = TopologyTest.of(builder.build()).config(config).start()) {
            test.advance(Duration.ofSeconds(5));
            assertThat(test.output("counts"))
                    .extracting(tuple -> List.of(tuple.get(1), tuple.get(3)))
                    .containsExactly(List.of(-10_000L, 1L), List.of(0L, 2L));
            Map.of(
                            "messages.malformed", 1L,
                            "event.time.ahead", 1L,
                            "event.time.negative", 1L,
                            "event.time.unusable", 1L)
                    .forEach((counter, count) -> assertThat(test.metrics().counter("events", counter))
                            .as(counter)
                            .isEqualTo(count));
            assertThat(test.metrics().sum("counts", TaskMetrics::errors)).isEqualTo(1);
            assertThat(test.metrics().tasks().stream()
                            .filter(task -> task.component().equals("counts")))
                    .as("windows of 30000 and of the year 9999")
                    .allMatch(task -> task.gauges().get("windows.open") == 2);
        }
    }
}
