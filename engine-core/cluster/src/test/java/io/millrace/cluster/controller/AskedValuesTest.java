// SPDX-License-Identifier: Apache-2.0
package io.millrace.cluster.controller;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.api.Fields;
import io.millrace.cluster.model.ClusterException;
import io.millrace.cluster.model.ClusterException.Reason;
import io.millrace.runtime.json.Json;
import io.millrace.runtime.json.JsonException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class AskedValuesTest {

    private static Object[] read(String json, String... fields) {
        return AskedValues.read(json.getBytes(StandardCharsets.UTF_8), "scores", Fields.of(fields));
    }

    @Test
    void anArrayHasTheValuesInOrder() {
        assertThat(read("[\"x\", 7, 7.5, true, null, [1, \"y\"], {\"a\": 2}]", "a", "b", "c", "d", "e", "f", "g"))
                .containsExactly("x", 7L, 7.5, true, null, Arrays.asList(1L, "y"), Map.of("a", 2L));
    }

    @Test
    void anObjectHasThemByName() {
        assertThat(read("{\"b\": 2, \"a\": 1}", "a", "b")).containsExactly(1L, 2L);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '~',
            value = {
                "[1] | 1 values were given: send one value for each of the fields [amount, card]",
                "{\"amount\": 1} | the field 'card' is missing",
                "{\"amount\": 1, \"cart\": 2} | 'scores' has no field 'cart': did you mean 'card'?",
                "7 | neither a JSON array nor an object",
                "~~ | the body is empty",
                "[1, [{\"a\": 99999999999999999999}]] | does not fit in 64 bits"
            })
    void whatDoesNotFitIsRefusedWithAReason(String json, String message) {
        assertThatThrownBy(() -> read(json, "amount", "card"))
                .isInstanceOfSatisfying(
                        ClusterException.class, e -> assertThat(e.reason()).isEqualTo(Reason.REFUSED))
                .hasMessageContaining(message)
                .message()
                .doesNotContain("\n");
    }

    @Test
    void whatIsNotJsonIsRefused() {
        assertThatThrownBy(() -> read("[1, ", "a"))
                .isInstanceOf(JsonException.class)
                .hasMessageContaining("the request is not JSON");
    }

    @Test
    void valuesOfAllBuiltInTypesHaveJson() {
        List<Object> values =
                Arrays.asList((byte) 1, (short) 2, 'c', 3, 4L, 0.1f, 0.2, "t", null, new byte[] {1}, List.of((byte) 5));
        assertThat(Json.line(AskedValues.json(values))).isEqualTo("[1,2,\"c\",3,4,0.1,0.2,\"t\",null,\"AQ==\",[5]]");
        assertThat(AskedValues.json(Map.of(7L, 'x'))).isEqualTo(Map.of("7", "x"));
    }
}
