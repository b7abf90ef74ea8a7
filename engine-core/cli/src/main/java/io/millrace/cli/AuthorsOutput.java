// SPDX-License-Identifier: Apache-2.0
package io.millrace.cli;

import java.io.PrintStream;

/**
 * While it is open, the output of an author's main method goes to standard error if the command's own output is JSON,
 * which must be one document. Used by the command's thread; it changes {@code System.out}.
 */
final class AuthorsOutput implements AutoCloseable {

    private final PrintStream before = System.out;

    private AuthorsOutput() {}

    static AuthorsOutput of(MillraceCommand millrace) {
        AuthorsOutput output = new AuthorsOutput();
        if (millrace.json()) {
            System.setOut(millrace.terminal().err());
        }
        return output;
    }

    @Override
    public void close() {
        System.setOut(before);
    }
}
