package io.millrace.cli.terminal;

import java.io.InputStream;
import java.io.PrintStream;

/**
 * Where a command reads and prints.
 *
 * @param interactive whether {@code out} is a screen that can be redrawn, and not a file or a pipe
 */
public record Terminal(InputStream in, PrintStream out, PrintStream err, boolean interactive) {

    /** That of this process; the launcher says by a system property whether it is interactive. */
    public static Terminal ofProcess() {
        return new Terminal(System.in, System.out, System.err, Boolean.getBoolean("millrace.terminal"));
    }

    public void line(String text) {
        out.println(text);
    }
}
