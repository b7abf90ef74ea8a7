// SPDX-License-Identifier: Apache-2.0
package io.millrace.cli;

import io.millrace.cli.backend.Backend;
import io.millrace.cli.backend.Installation;
import io.millrace.cli.terminal.Terminal;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;

/** The result of one command line. */
record Run(int exitCode, String out, String err) {

    static Run of(Backend backend, String... args) {
        return of(backend, Optional.empty(), args);
    }

    static Run of(Backend backend, Optional<Installation> installation, String... args) {
        return of(backend, installation, "", args);
    }

    /** Runs a command with this standard input. */
    static Run reading(String in, String... args) {
        return of(new FakeBackend(), Optional.empty(), in, args);
    }

    private static Run of(Backend backend, Optional<Installation> installation, String in, String... args) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        ByteArrayOutputStream err = new ByteArrayOutputStream();
        Terminal terminal = new Terminal(
                new ByteArrayInputStream(in.getBytes(StandardCharsets.UTF_8)), print(out), print(err), false);
        int code = new Cli(backend, terminal, installation).run(args);
        return new Run(code, out.toString(StandardCharsets.UTF_8), err.toString(StandardCharsets.UTF_8));
    }

    List<String> errLines() {
        return err.lines().toList();
    }

    private static PrintStream print(ByteArrayOutputStream bytes) {
        return new PrintStream(bytes, true, StandardCharsets.UTF_8);
    }
}
