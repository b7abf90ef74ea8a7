// SPDX-License-Identifier: Apache-2.0
package io.millrace.transport.frame;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class UntrustedTextTest {

    @Test
    void aTextStaysAsItIs() {
        assertThat(UntrustedText.shown("refused: wörker 'a' \uD83D\uDE00"))
                .isEqualTo("refused: wörker 'a' \uD83D\uDE00");
    }

    @Test
    void itHasNoLineEndsAndNothingThatATerminalObeys() {
        assertThat(UntrustedText.shown("a\nb\r\u001B[2J\u202E\u2028\u0085"))
                .isEqualTo("a\\u000ab\\u000d\\u001b[2J\\u202e\\u2028\\u0085");
    }

    @Test
    void itIsCut() {
        assertThat(UntrustedText.shown("x".repeat(1_000))).isEqualTo("x".repeat(300) + " (700 more)");
        assertThat(UntrustedText.shown("\n".repeat(100_000)).length()).isLessThan(UntrustedText.MOST_CHARS + 30);
    }
}
