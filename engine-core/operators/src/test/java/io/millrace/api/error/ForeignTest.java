// SPDX-License-Identifier: Apache-2.0
package io.millrace.api.error;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.PrintWriter;
import java.io.StringWriter;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class ForeignTest {

    @Test
    void anOrdinaryErrorStaysAsItIs() {
        Exception error = new IllegalStateException("outer", new IllegalArgumentException("inner"));
        error.addSuppressed(new IllegalStateException("aside", error.getCause()));

        assertThat(Foreign.readable(error)).isSameAs(error);
        assertThat(Foreign.text(error)).isEqualTo("java.lang.IllegalStateException: outer");
        assertThat(Foreign.message(error)).isEqualTo("outer");
        assertThat(Foreign.message(new IllegalStateException())).isEqualTo("java.lang.IllegalStateException");
    }

    @ParameterizedTest
    @EnumSource(HostileErrors.class)
    void anyErrorHasATextAndAStack(HostileErrors kind) {
        RuntimeException error = kind.make();

        Throwable readable = Foreign.readable(error);

        StringWriter printed = new StringWriter();
        readable.printStackTrace(new PrintWriter(printed));
        if (kind != HostileErrors.NO_STACK) {
            assertThat(printed.toString()).contains("HostileErrors");
        }
        assertThat(Foreign.line(error))
                .startsWith(error.getClass().getName())
                .hasSizeLessThan(9_000)
                .doesNotContain("\n");
        assertThat(Foreign.message(error)).isNotNull();
        int causes = 0;
        for (Throwable at = readable; at != null; at = at.getCause()) {
            causes++;
        }
        assertThat(causes).isLessThanOrEqualTo(64);
    }

    @Test
    void theTextSaysWhichMethodThrowsWhat() {
        assertThat(Foreign.text(HostileErrors.MESSAGE.make()))
                .endsWith("HostileErrors$MessageThrows (its toString throws java.lang.IllegalStateException)");
        assertThat(Foreign.readable(HostileErrors.INNER.make()))
                .hasToString("java.lang.RuntimeException: outer")
                .cause()
                .hasToString(Foreign.text(HostileErrors.MESSAGE.make()));
    }

    @Test
    void theLackOfMemoryIsNotHidden() {
        Object greedy = new Object() {
            @Override
            public String toString() {
                throw new OutOfMemoryError("no room");
            }
        };

        assertThatThrownBy(() -> Foreign.text(greedy)).isInstanceOf(OutOfMemoryError.class);
    }
}
