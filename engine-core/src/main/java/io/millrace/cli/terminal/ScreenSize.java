package io.millrace.cli.terminal;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

/** How much text a screen shows. */
public record ScreenSize(int rows, int columns) {

    /** What {@code stty} says of this process's terminal; empty if there is none. */
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

    /** Of {@code "24 80"}; a terminal that does not know its size says 0. */
    static Optional<ScreenSize> of(String answer) {
        String[] numbers = answer.strip().split(" ");
        if (numbers.length != 2 || !numbers[0].matches("[1-9][0-9]{0,4}") || !numbers[1].matches("[1-9][0-9]{0,4}")) {
            return Optional.empty();
        }
        return Optional.of(new ScreenSize(Integer.parseInt(numbers[0]), Integer.parseInt(numbers[1])));
    }
}
