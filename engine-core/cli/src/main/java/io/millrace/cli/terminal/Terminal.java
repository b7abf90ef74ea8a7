// SPDX-License-Identifier: Apache-2.0
package io.millrace.cli.terminal;

import java.io.InputStream;
import java.io.PrintStream;
import java.nio.charset.Charset;

/**
 * The input and output of a command.
 *
 * @param interactive whether {@code out} is a screen that can be redrawn, not a file or a pipe
 * @param blocks whether {@code out} can show block elements, not only ASCII
 */
public record Terminal(InputStream in, PrintStream out, PrintStream err, boolean interactive, boolean blocks) {

    private static final String BLOCKS = "\u2588\u2592";

    /** Makes a terminal that shows only ASCII. */
    public Terminal(InputStream in, PrintStream out, PrintStream err, boolean interactive) {
        this(in, out, err, interactive, false);
    }

    /** Returns the terminal of this process; a system property of the launcher says whether it is interactive. */
    public static Terminal ofProcess() {
        return new Terminal(
                System.in, System.out, System.err, Boolean.getBoolean("millrace.terminal"), canEncode(charset()));
    }

    /** Prints a line for people, or JSON; control characters of a terminal in the text become {@link Visible}. */
    public void line(String text) {
        out.println(Visible.of(text));
    }

    /** Prints a line as {@link #line} does, on standard error. */
    public void errorLine(String text) {
        err.println(Visible.of(text));
    }

    static boolean canEncode(Charset charset) {
        return charset.canEncode() && charset.newEncoder().canEncode(BLOCKS);
    }

    /** The character set of {@code System.out}; the name of its system property changed between JDK 17 and 19. */
    private static Charset charset() {
        String name = System.getProperty("stdout.encoding", System.getProperty("sun.stdout.encoding"));
        return name != null && Charset.isSupported(name) ? Charset.forName(name) : Charset.defaultCharset();
    }
}
