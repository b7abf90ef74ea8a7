// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.codec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.api.error.TopologyException;
import java.math.BigDecimal;
import org.junit.jupiter.api.Test;

class RegisteredClassesTest {

    private static final String ORDER = Samples.Order.class.getName();

    private final ClassLoader loader = getClass().getClassLoader();

    @Test
    void namesBecomeClassesInTheirOrder() {
        assertThat(RegisteredClasses.parse("  ", loader)).isEmpty();
        assertThat(RegisteredClasses.parse(ORDER + " , java.math.BigDecimal,int[], " + ORDER + "[][]", loader))
                .containsExactly(Samples.Order.class, BigDecimal.class, int[].class, Samples.Order[][].class);
    }

    @Test
    void theNameThatAnErrorAsksForCanBeParsed() {
        for (Object value : new Object[] {new Samples.Stranger(), new int[0][], new Samples.Stranger[0]}) {
            assertThatThrownBy(() -> new ValuesCodec(java.util.List.of()).sizeOf(new Object[] {value}))
                    .isInstanceOfSatisfying(
                            UnregisteredClassException.class,
                            e -> assertThat(RegisteredClasses.parse(e.className(), loader))
                                    .containsExactly(value.getClass()));
        }
    }

    @Test
    void mistakesAreNamedInOneLine() {
        refused("com.acme.Missing", "names com.acme.Missing, which is not on the topology's class path");
        refused("java.util.List", "names java.util.List, of which no object can be");
        refused(ORDER + "," + ORDER, "twice");
        refused(ORDER + ",,int[]", "has an empty name");
    }

    private void refused(String text, String message) {
        assertThatThrownBy(() -> RegisteredClasses.parse(text, loader))
                .isInstanceOf(TopologyException.class)
                .hasMessageStartingWith("topology.serialization.classes ")
                .hasMessageContaining(message)
                .hasMessageNotContaining("\n");
    }
}
