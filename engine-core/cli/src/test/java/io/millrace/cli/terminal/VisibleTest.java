// SPDX-License-Identifier: Apache-2.0
package io.millrace.cli.terminal;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class VisibleTest {

    @ParameterizedTest
    @ValueSource(
            ints = {
                0, 7, 8, 0x0b, 0x0d, 0x1b, 0x1f, 0x7f, 0x80, 0x9b, 0x9d, 0x9f, 0x61c, 0x200e, 0x200f, 0x2028, 0x2029,
                0x202a, 0x202e, 0x2066, 0x2069
            })
    void whatCommandsATerminalIsShownAsText(int character) {
        String shown = String.format("a\\u%04xb", character);
        assertThat(Visible.of("a" + (char) character + "b")).isEqualTo(shown);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "a\tb\nc", "Grüße, 東京 \uD83D\uDE00", "\u2588\u2592 ~\u00a0", "\\u001b"})
    void otherTextsStay(String text) {
        assertThat(Visible.of(text)).isSameAs(text);
    }

    @Test
    void noWayToTheTerminalLetsThemThrough() {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        PrintStream print = new PrintStream(out, true, StandardCharsets.UTF_8);
        Terminal terminal = new Terminal(new ByteArrayInputStream(new byte[0]), print, print, true);
        terminal.line("\u001b]0;title\u0007");
        terminal.errorLine("\u009b31m");
        new TextTable("A", "B").row("\u001b[2J", "x").print(terminal);
        new Screen(terminal, Optional::empty).show(List.of("\u001b]52;c;x\u0007"));
        assertThat(out.toString(StandardCharsets.UTF_8))
                .startsWith("\\u001b]0;title\\u0007\n\\u009b31m\n")
                .contains("\\u001b[2J  x\n", "\\u001b]52;c;x\\u0007\u001b[K\n")
                .doesNotContain("\u0007", "\u009b");
    }
}
