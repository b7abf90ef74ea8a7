// SPDX-License-Identifier: Apache-2.0
package io.millrace.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

class FieldsTest {

    @Test
    void findsPositions() {
        Fields fields = Fields.of("word", "count");
        assertThat(fields.indexOf("count")).isOne();
        assertThat(fields.indexOf("colour")).isEqualTo(-1);
        assertThat(fields.size()).isEqualTo(2);
        assertThat(fields).hasToString("word, count");
    }

    @Test
    void refusesBlankMissingAndRepeatedNames() {
        assertThatThrownBy(() -> Fields.of("a", " "))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("a field's name is missing in [a,  ]: name every field");
        assertThatThrownBy(() -> Fields.of("a", null))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("a field's name is missing in [a, null]: name every field");
        assertThatThrownBy(() -> Fields.of("a", "b", "a"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("a field is named twice in [a, b, a]: use distinct names");
    }
}
