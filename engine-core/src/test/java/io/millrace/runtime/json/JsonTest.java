package io.millrace.runtime.json;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.api.RunningTopology.Status;
import io.millrace.cluster.registry.AssignmentRecord;
import io.millrace.cluster.registry.TopologyRecord;
import io.millrace.cluster.registry.WorkerPlan;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class JsonTest {

    record Everything(
            String text,
            int small,
            long large,
            double real,
            boolean flag,
            Status status,
            byte[] bytes,
            List<Long> list) {}

    @Test
    void readsWhatItWrote() {
        TopologyRecord record = new TopologyRecord(
                "ä\"\n", "id", Status.INACTIVE, 1L << 40, 3, "d", null, List.of("a", "b"), Map.of("k", "v"), "why");
        AssignmentRecord assignment =
                new AssignmentRecord("id", 7, List.of(new WorkerPlan("w1", "n", 2, List.of(1, 2))));

        assertThat(Json.read(Json.write(record), TopologyRecord.class)).isEqualTo(record);
        assertThat(Json.read(Json.write(assignment), AssignmentRecord.class)).isEqualTo(assignment);
        assertThat(Json.readList(Json.write(List.of(record, record)), TopologyRecord.class))
                .containsExactly(record, record);
    }

    @Test
    void keepsEveryKindOfComponent() {
        Everything all =
                new Everything("t", -1, Long.MIN_VALUE, 0.5, true, Status.KILLED, new byte[] {1, -1}, List.of(4L));

        Everything read = Json.read(Json.write(all), Everything.class);

        assertThat(read).usingRecursiveComparison().isEqualTo(all);
    }

    @Test
    void missingFieldsAreEmptyAndUnknownOnesPassedOver() {
        Everything read = Json.read("{\"later\":{\"x\":[1]}}".getBytes(StandardCharsets.UTF_8), Everything.class);

        assertThat(read.text()).isNull();
        assertThat(read.large()).isZero();
        assertThat(read.flag()).isFalse();
        assertThat(read.list()).isEmpty();
    }

    @Test
    void refusesWhatIsNotTheRecord() {
        assertRefused("{\"small\":5000000000}", "small is 5000000000");
        assertRefused("{\"text\":1}", "text is not a String");
        assertRefused("{\"status\":\"x\"}", "status is 'x'");
        assertRefused("[]", "not a Everything");
        assertRefused("{", "not a Everything");
        assertRefused("{} {}", "more than one document");
        assertRefused("{\"text\":\"a\",\"text\":\"b\"}", "Duplicate");
        assertRefused("{\"list\":".repeat(3_000), "depth");
    }

    private static void assertRefused(String json, String why) {
        assertThatThrownBy(() -> Json.read(json.getBytes(StandardCharsets.UTF_8), Everything.class))
                .isInstanceOf(JsonException.class)
                .hasMessageContaining(why);
    }
}
