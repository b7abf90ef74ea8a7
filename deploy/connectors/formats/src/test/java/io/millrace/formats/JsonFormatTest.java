// SPDX-License-Identifier: Apache-2.0
package io.millrace.formats;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.api.Fields;
import io.millrace.api.error.MalformedException;
import io.millrace.api.error.TopologyException;
import io.millrace.operators.format.ReadFormat;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What is read, what is malformed and where, and what is written. */
class JsonFormatTest {

    enum Device {
        PHONE,
        DESK
    }

    record Point(int x, double y) {}

    record View(
            String page,
            int count,
            Long user,
            double share,
            boolean seen,
            Instant time,
            Device device,
            List<Point> points,
            Map<String, List<Long>> more,
            BigDecimal price) {}

    record Small(byte tiny, float part, Boolean known, Object any) {}

    private static final String WHOLE = """
        {"page": "/é", "count": 3, "user": null, "share": 2, "seen": true, "time": "2026-11-01T12:00:00+01:00",
         "device": "DESK", "other": {"a": [1, {}]}, "points": [{"x": 1, "y": 0.5}], "more": {"a": [1, 2]}, "price": 1.10}
        """;

    private static byte[] utf8(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    private static Object[] read(ReadFormat format, String text) throws MalformedException {
        byte[] bytes = utf8("##" + text + "#");
        return format.read(bytes, 2, bytes.length - 3);
    }

    private static void assertMalformed(ReadFormat format, String text, String... parts) {
        assertThatThrownBy(() -> read(format, text))
                .isInstanceOf(MalformedException.class)
                .satisfies(e -> assertThat(e.getMessage())
                        .as(e.getMessage())
                        .contains(parts)
                        .doesNotContain("\n"));
    }

    @Test
    void readsTheComponentsOfARecordInTheirTypes() throws MalformedException {
        JsonFormat format = JsonFormat.of(View.class);
        assertThat(format.fields())
                .isEqualTo(Fields.of(
                        "page", "count", "user", "share", "seen", "time", "device", "points", "more", "price"));
        assertThat(read(format, WHOLE))
                .containsExactly(
                        "/é",
                        3,
                        null,
                        2.0,
                        true,
                        Instant.parse("2026-11-01T11:00:00Z"),
                        Device.DESK,
                        List.of(new Point(1, 0.5)),
                        Map.of("a", List.of(1L, 2L)),
                        new BigDecimal("1.10"));
    }

    @Test
    void readsPropertiesByNameInTheTypesOfJson() throws MalformedException {
        ReadFormat format = JsonFormat.fields("more", "share", "page", "count", "missing");
        assertThat(read(format, WHOLE)).containsExactly(Map.of("a", List.of(1L, 2L)), 2L, "/é", 3L, null);
        assertThat(read(JsonFormat.fields("a", "b"), "{\"a\": 1e2, \"b\": [null, {}, -0.5, false]}"))
                .containsExactly(100.0, Arrays.asList(null, Map.of(), -0.5, false));
    }

    @Test
    void aByteOrderMarkAtTheBeginningIsSkipped() throws MalformedException {
        assertThat(read(JsonFormat.fields("a"), "\uFEFF{\"a\": \"\uFEFF\"}")).containsExactly("\uFEFF");
    }

    @Test
    void aCopyReadsTheSame() throws IOException, ClassNotFoundException, MalformedException {
        JsonFormat format = JsonFormat.of(Point.class).strict();
        read(format, "{\"x\": 1, \"y\": 2}");
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (ObjectOutputStream out = new ObjectOutputStream(bytes)) {
            out.writeObject(format);
        }
        try (ObjectInputStream in = new ObjectInputStream(new ByteArrayInputStream(bytes.toByteArray()))) {
            JsonFormat copy = (JsonFormat) in.readObject();
            assertThat(read(copy, "{\"x\": 1, \"y\": 2}")).containsExactly(1, 2.0);
            assertMalformed(copy, "{\"x\": 1, \"y\": 2, \"z\": 3}", "'z'");
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                " ",
                "x",
                "1",
                "null",
                "[1]",
                "\"a\"",
                "{",
                "{\"x\"",
                "{\"x\":",
                "{\"x\": 1",
                "{]",
                "{\"x\": 1} 2"
            })
    void whatIsNoObjectIsMalformed(String text) {
        assertMalformed(JsonFormat.of(Point.class), text, "");
        assertMalformed(JsonFormat.fields("x"), text, "");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{\"x\": \"1\", \"y\": 1} | field 'x' at byte 6",
                "{\"x\": \"\", \"y\": 1} | field 'x' at byte 6",
                "{\"x\": 1.5, \"y\": 1} | field 'x' at byte 6",
                "{\"x\": true, \"y\": 1} | field 'x' at byte 6",
                "{\"x\": null, \"y\": 1} | field 'x' at byte 6",
                "{\"x\": [1], \"y\": 1} | field 'x' at byte 6",
                "{\"x\": 2147483648, \"y\": 1} | field 'x' at byte 6",
                "{\"x\": 1, \"y\": 1e999} | field 'y' at byte 14",
                "{\"x\": 1, \"y\": \"NaN\"} | field 'y' at byte 14",
                "{\"x\": 1, \"y\": NaN} | no JSON at byte 17: Non-standard token 'NaN'",
                "{\"y\": 1} | field 'x' is missing",
                "{\"x\": 1, \"x\": 2, \"y\": 1} | Duplicate field 'x'",
                "{\"x\": 1, \"y\": 2} {} | more follows the object at byte 17",
                "[] | no JSON object at byte 0",
            })
    void theMessageSaysWhichFieldAndWhere(String text, String part) {
        assertMalformed(JsonFormat.of(Point.class), text, part);
    }

    @Test
    void nestedValuesAreCheckedToo() {
        JsonFormat format = JsonFormat.of(View.class);
        assertMalformed(format, WHOLE.replace("\"x\": 1", "\"x\": \"1\""), "field 'points[0].x'");
        assertMalformed(format, WHOLE.replace("\"x\": 1,", ""), "field 'points[0].x'");
        assertMalformed(format, WHOLE.replace("[1, 2]", "[1, 2.5]"), "field 'more.a[1]'");
        assertMalformed(format, WHOLE.replace("0.5", "1e400"), "field 'points[0].y'");
        assertMalformed(format, WHOLE.replace("DESK", "CAR"), "field 'device'", "CAR");
        assertMalformed(format, WHOLE.replace("\"DESK\"", "1"), "field 'device'");
        assertMalformed(format, WHOLE.replace("\"DESK\"", "\"\""), "field 'device'");
        assertMalformed(format, WHOLE.replace("2026-11-01T12:00:00+01:00", "yesterday"), "field 'time'", "2026-11-01");
        assertMalformed(format, WHOLE.replace("\"/é\"", "7"), "field 'page' at byte 9");
        assertMalformed(format, WHOLE.replace("true", "\"true\""), "field 'seen'");
        assertMalformed(JsonFormat.fields("a"), "{\"a\": [9223372036854775808]}", "field 'a");
    }

    @Test
    void smallTypesHaveTheirRanges() throws MalformedException {
        JsonFormat format = JsonFormat.of(Small.class);
        assertThat(read(format, "{\"tiny\": -128, \"part\": 0.5, \"known\": false, \"any\": [1]}"))
                .containsExactly((byte) -128, 0.5f, false, List.of(1L));
        assertMalformed(format, "{\"tiny\": 300, \"part\": 0.5}", "field 'tiny'");
        assertMalformed(format, "{\"tiny\": 3, \"part\": 1e39}", "field 'part'");
        assertMalformed(format, "{\"tiny\": 3, \"part\": 1, \"known\": 1}", "field 'known'");
    }

    @Test
    void strictRefusesUnknownAndMissingProperties() throws MalformedException {
        assertMalformed(JsonFormat.fields("x").strict(), "{\"x\": 1, \"y\": 2}", "property 'y' at byte 9");
        assertMalformed(JsonFormat.fields("x", "y").strict(), "{\"x\": 1}", "field 'y' is missing");
        assertMalformed(
                JsonFormat.of(View.class).strict(),
                WHOLE.replace("\"other\": {\"a\": [1, {}]},", "").replace("\"y\"", "\"z\""),
                "z");
        assertThat(read(JsonFormat.fields("x").strict(), "{\"x\": null}")).isEqualTo(new Object[] {null});
    }

    @Test
    void deepNestingIsMalformed() {
        assertMalformed(JsonFormat.fields("x"), "{\"x\": " + "[".repeat(100_000), "field 'x", "depth");
        assertMalformed(JsonFormat.fields("y"), "{\"x\": " + "[".repeat(100_000), "depth");
    }

    record Unreadable(Thread thread) {}

    @Test
    void aMistakeOfTheTopologyIsFoundAtOnce() {
        assertThatThrownBy(() -> JsonFormat.fields(new String[0])).isInstanceOf(TopologyException.class);
        assertThatThrownBy(() -> JsonFormat.of(null)).isInstanceOf(TopologyException.class);
        assertThatThrownBy(() -> JsonFormat.of(Unreadable.class))
                .isInstanceOf(TopologyException.class)
                .hasMessageContaining("component 'thread'");
    }

    @Test
    void writesFields() {
        Fields fields = Fields.of("name", "n", "time", "list");
        Object[] values = {"a\"b", 7L, Instant.EPOCH, List.of(1, Map.of("k", 0.5))};
        assertThat(JsonFormat.all().write(Tuples.of(fields, values)))
                .asString(StandardCharsets.UTF_8)
                .isEqualTo("{\"name\":\"a\\\"b\",\"n\":7,\"time\":\"1970-01-01T00:00:00Z\",\"list\":[1,{\"k\":0.5}]}");
        assertThat(JsonFormat.fields("n").write(Tuples.of(fields, values)))
                .asString(StandardCharsets.UTF_8)
                .isEqualTo("{\"n\":7}");
    }

    @Test
    void whatCannotBeWrittenIsAnErrorWithTheField() {
        assertThatThrownBy(() -> JsonFormat.all().write(Tuples.of(Fields.of("a"), Double.NaN)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("field 'a'");
        assertThatThrownBy(() ->
                        JsonFormat.all().write(Tuples.of(Fields.of("a"), Collections.singletonList(new Object()))))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("field 'a'");
        assertThatThrownBy(() -> JsonFormat.fields("b").write(Tuples.of(Fields.of("a"), 1)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("'b'");
    }
}
