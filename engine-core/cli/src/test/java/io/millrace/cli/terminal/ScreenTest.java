// SPDX-License-Identifier: Apache-2.0
package io.millrace.cli.terminal;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class ScreenTest {

    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();

    @Test
    void aFileGetsOneTextAfterTheOther() {
        Screen screen = screen(false, Optional.of(new ScreenSize(1, 1)));

        screen.show(List.of("one", "two"));
        screen.show(List.of("three"));

        assertThat(text()).isEqualTo("one\ntwo\n\nthree\n");
    }

    @Test
    void aTerminalIsErasedOnceAndThenWrittenOver() {
        Screen screen = screen(true, Optional.empty());

        screen.show(List.of("one", "two"));
        screen.show(List.of("three"));

        assertThat(text())
                .isEqualTo("\u001b[H\u001b[2Jone\u001b[K\ntwo\u001b[K\n\u001b[J" + "\u001b[Hthree\u001b[K\n\u001b[J");
    }

    @Test
    void whatDoesNotFitIsCutAndCounted() {
        screen(true, Optional.of(new ScreenSize(4, 12))).show(List.of("a long line that ends", "b", "c", "d"));

        assertThat(text())
                .isEqualTo("\u001b[H\u001b[2Ja long line \u001b[K\nb\u001b[K\n... 2 more l\u001b[K\n\u001b[J");
    }

    @Test
    void theSizeIsThatOfATerminalThatKnowsIt() {
        assertThat(ScreenSize.of("24 80\n")).contains(new ScreenSize(24, 80));
        assertThat(ScreenSize.of("0 0\n")).isEmpty();
        assertThat(ScreenSize.of("")).isEmpty();
    }

    @Test
    void onlyWhatCanShowBlocksGetsThem() {
        assertThat(Terminal.canEncode(StandardCharsets.UTF_8)).isTrue();
        assertThat(Terminal.canEncode(StandardCharsets.US_ASCII)).isFalse();
        assertThat(Terminal.canEncode(StandardCharsets.ISO_8859_1)).isFalse();
    }

    private Screen screen(boolean interactive, Optional<ScreenSize> size) {
        PrintStream out = new PrintStream(bytes, true, StandardCharsets.UTF_8);
        return new Screen(new Terminal(null, out, out, interactive), () -> size);
    }

    private String text() {
        return bytes.toString(StandardCharsets.UTF_8);
    }
}
