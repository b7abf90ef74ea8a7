// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.json;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.millrace.api.json.Inline;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class JsonTest {

    enum Color {
        RED,
        GREEN
    }

    sealed interface Shape {
        record Dot() implements Shape {}

        record Circle(double radius) implements Shape {
            public Circle {
                if (radius < 0) {
                    throw new IllegalArgumentException("radius is " + radius + ": it is at least 0");
                }
            }
        }
    }

    record Inner(String name, List<Integer> numbers) {}

    record Everything(
            String text,
            int small,
            long large,
            double real,
            boolean flag,
            Color color,
            byte[] bytes,
            List<Long> list,
            Map<String, Inner> map,
            List<Inner> inners,
            Shape shape) {}

    private static final Everything ALL = new Everything(
            "ä\"\n",
            -1,
            Long.MIN_VALUE,
            0.5,
            true,
            Color.GREEN,
            new byte[] {1, -1},
            List.of(4L),
            Map.of("k", new Inner("n", List.of(1, 2))),
            List.of(new Inner("m", List.of())),
            new Shape.Circle(2));

    private final String text = Json.line(ALL);

    @Test
    void everyKindOfComponentComesBack() {
        assertThat(Json.read(bytes(text), Everything.class))
                .usingRecursiveComparison()
                .isEqualTo(ALL);
        assertThat(strictly(text)).usingRecursiveComparison().isEqualTo(ALL);
        assertThat(strictly(text.replace("{\"Circle\":{\"radius\":2.0}}", "{\"Dot\":{}}"))
                        .shape())
                .isEqualTo(new Shape.Dot());
        assertThat(Json.readList(Json.write(List.of(ALL.inners().get(0))), Inner.class))
                .isEqualTo(ALL.inners());
    }

    @Test
    void theFormatStaysAsItIs() {
        assertThat(text)
                .isEqualTo(
                        "{\"text\":\"ä\\\"\\n\",\"small\":-1,\"large\":-9223372036854775808,\"real\":0.5,\"flag\":true,"
                                + "\"color\":\"GREEN\",\"bytes\":\"Af8=\",\"list\":[4],\"map\":{\"k\":{\"name\":\"n\",\"numbers\":[1,2]}},"
                                + "\"inners\":[{\"name\":\"m\",\"numbers\":[]}],\"shape\":{\"Circle\":{\"radius\":2.0}}}");
    }

    @Test
    void indentedTextIsTheSameForPeople() throws Exception {
        assertThat(Json.pretty(new Inner("n", List.of(1, 2)))).isEqualTo(String.format("""
                {%n  "name" : "n",%n  "numbers" : [ 1, 2 ]%n}"""));
        ObjectMapper mapper = new ObjectMapper();
        assertThat(mapper.readTree(Json.pretty(ALL))).isEqualTo(mapper.readTree(text));
    }

    @Test
    void missingFieldsAreEmptyAndUnknownOnesPassedOver() {
        Everything read = Json.read(bytes("{\"later\":{\"x\":[1]}}"), Everything.class);

        assertThat(read)
                .usingRecursiveComparison()
                .isEqualTo(new Everything(null, 0, 0, 0, false, null, null, List.of(), Map.of(), List.of(), null));
    }

    @Test
    void aNumberThatIsNotFiniteIsNullAndReadAsZero() {
        assertThat(Json.line(Map.of("x", Double.POSITIVE_INFINITY))).isEqualTo("{\"x\":null}");
        assertThat(Json.line(List.of(Double.NaN, 0.5))).isEqualTo("[null,0.5]");
        assertThat(Json.read(bytes("{\"real\":null}"), Everything.class).real()).isZero();
    }

    @Test
    void wholeNumbersAreRealOnesToo() {
        assertThat(strictly(text.replace("0.5", "3")).real()).isEqualTo(3);
    }

    @Test
    void refusesInOneLineWithThePathWhatIsNotTheRecord() {
        assertRefused("{\"small\":5000000000}", "Everything.small is 5000000000: it takes an int");
        assertRefused("{\"small\":\"1\"}", "Everything.small is a text: it takes a whole number of 64 bits");
        assertRefused("{\"large\":0.5}", "Everything.large is 0.5: it takes a whole number of 64 bits");
        assertRefused(
                "{\"large\":99999999999999999999}",
                "Everything.large is 99999999999999999999: it takes a whole number of 64 bits");
        assertRefused("{\"real\":true}", "Everything.real is true or false: it takes a number");
        assertRefused("{\"flag\":0}", "Everything.flag is 0: it takes true or false");
        assertRefused("{\"text\":1}", "Everything.text is 1: it takes a text");
        assertRefused("{\"bytes\":\"A_?=\"}", "Everything.bytes is not base64");
        assertRefused("{\"color\":\"x\\ny\"}", "Everything.color is 'x y': it takes one of [RED, GREEN]");
        assertRefused("{\"list\":{}}", "Everything.list is an object: it takes a list");
        assertRefused("{\"map\":[]}", "Everything.map is a list: it takes an object");
        assertRefused(
                "{\"map\":{\"k\":{\"numbers\":[1,2,null,[]]}}}",
                "Everything.map.k.numbers[3] is a list: it takes a whole number of 64 bits");
        assertRefused("{\"shape\":{\"Square\":{}}}", "Everything.shape has [Square]: it takes one of [Circle, Dot]");
        assertRefused("{\"shape\":{}}", "Everything.shape has []: it takes one of [Circle, Dot]");
        assertRefused(
                "{\"shape\":{\"Circle\":{\"radius\":-1}}}",
                "Everything.shape.Circle: radius is -1.0: it is at least 0");
        assertRefused("[]", "Everything is a list: it takes an object");
        assertRefused("", "Everything is empty");
        assertRefused("{", "Everything is not JSON: Unexpected end-of-input");
        assertRefused("{\"text\":\"a\n\"}", "Everything is not JSON: Illegal unquoted character");
        assertRefused("{} {}", "Everything is not JSON: more than one document");
        assertRefused("{\"text\":\"a\",\"text\":\"b\"}", "Everything is not JSON: Duplicate");
        assertThatThrownBy(() -> Json.readList(bytes("[{},{\"name\":1}]"), Inner.class))
                .isInstanceOf(JsonException.class)
                .hasMessage("list of Inner[1].name is 1: it takes a text");
        assertThatThrownBy(() -> Json.readList(bytes("{}"), Inner.class))
                .isInstanceOf(JsonException.class)
                .hasMessage("list of Inner is an object: it takes a list");
    }

    @Test
    void strictReadingWantsEveryFieldAndNoOther() {
        assertThatThrownBy(() -> strictly(text.replace("\"name\":\"m\",", "")))
                .isInstanceOf(JsonException.class)
                .hasMessage("it.inners[0].name is missing");
        assertThatThrownBy(() -> strictly(text.replace("\"name\":\"m\"", "\"name\":null")))
                .isInstanceOf(JsonException.class)
                .hasMessage("it.inners[0].name is missing");
        assertThatThrownBy(() -> strictly(text.replace("\"list\":[4]", "\"list\":[4,null]")))
                .isInstanceOf(JsonException.class)
                .hasMessage("it.list[1] is missing");
        assertThatThrownBy(() -> strictly(text.replace("\"name\":\"m\"", "\"name\":\"m\",\"nmae\":1")))
                .isInstanceOf(JsonException.class)
                .hasMessage("it.inners[0] has unknown fields [nmae]");
    }

    record Named(String name, int size) {}

    record Outer(long id, @Inline Named named, boolean last) {}

    @Test
    void fieldsOfAnInlineComponentStandInItsPlace() {
        Outer outer = new Outer(1, new Named("n", 2), true);
        String json = "{\"id\":1,\"name\":\"n\",\"size\":2,\"last\":true}";

        assertThat(Json.line(outer)).isEqualTo(json);
        assertThat(Json.read(bytes(json), Outer.class)).isEqualTo(outer);
        assertThat(Json.readStrictly(bytes(json), Outer.class, "it")).isEqualTo(outer);
        assertThat(Json.read(bytes("{\"id\":1}"), Outer.class)).isEqualTo(new Outer(1, new Named(null, 0), false));
        assertThatThrownBy(() -> Json.readStrictly(bytes("{\"id\":1,\"name\":\"n\",\"last\":true}"), Outer.class, "it"))
                .hasMessage("it.size is missing");
        assertThatThrownBy(() -> Json.readStrictly(bytes(json.replace("}", ",\"more\":1}")), Outer.class, "it"))
                .hasMessage("it has unknown fields [more]");
    }

    @Test
    void depthAndMessagesAreBounded() {
        assertRefused("{\"list\":".repeat(3_000), "depth");
        assertThatThrownBy(() -> Json.read(bytes("{\"color\":\"" + "x".repeat(1 << 20) + "\"}"), Everything.class))
                .satisfies(e -> assertThat(e.getMessage()).hasSizeLessThan(1_000));
    }

    @Test
    void whatHasNoJsonIsRefused() {
        Map<String, Object> odd = new LinkedHashMap<>();
        odd.put("at", Arrays.asList(null, new StringBuilder()));
        assertThatThrownBy(() -> Json.write(odd))
                .isInstanceOf(JsonException.class)
                .hasMessage("no JSON for a java.lang.StringBuilder");
    }

    private static Everything strictly(String json) {
        return Json.readStrictly(bytes(json), Everything.class, "it");
    }

    private static void assertRefused(String json, String why) {
        assertThatThrownBy(() -> Json.read(bytes(json), Everything.class))
                .isInstanceOf(JsonException.class)
                .hasMessageContaining(why)
                .hasMessageNotContaining("\n");
    }

    private static byte[] bytes(String json) {
        return json.getBytes(StandardCharsets.UTF_8);
    }
}
