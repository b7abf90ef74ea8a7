// SPDX-License-Identifier: Apache-2.0
package io.millrace.cli.terminal;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

/** The size of a screen in characters. */
public record ScreenSize(int rows, int columns) {

    /** Returns the size of this process's terminal from {@code stty}; empty if there is no terminal. */
    public static Optional<ScreenSize> ofTerminal() {
        try {
            Process stty = new ProcessBuilder("stty", "size")
                    .redirectInput(new File("/dev/tty"))
                    .redirectError(ProcessBuilder.Redirect.DISCARD)
                    .start();
            String answer = new String(stty.getInputStream().readAllBytes(), StandardCharsets.US_ASCII);
            return of(answer);
        } catch (IOException e) {
            return Optional.empty();
        }
    }

    /** Parses {@code "24 80"}; a terminal that does not know its size reports 0. */
    static Optional<ScreenSize> of(String answer) {
        String[] numbers = answer.strip().split(" ");
        if (numbers.length != 2 || !numbers[0].matches("[1-9][0-9]{0,4}") || !numbers[1].matches("[1-9][0-9]{0,4}")) {
            return Optional.empty();
        }
        return Optional.of(new ScreenSize(Integer.parseInt(numbers[0]), Integer.parseInt(numbers[1])));
    }
}
