// SPDX-License-Identifier: Apache-2.0
package io.millrace.cli;

import io.millrace.cli.terminal.Terminal;
import io.millrace.cluster.client.WaitListener;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

/** Says on standard error what a command waits for, if that takes a while. Only the thread of the command calls it. */
final class WaitNotice implements WaitListener {

    /** The time without a line before the first line, and between two lines. */
    static final long QUIET_NANOS = TimeUnit.SECONDS.toNanos(3);

    private final Terminal terminal;
    private final LongSupplier clock;
    private long printedAt;
    private String printed;

    /** @param clock the clock, in nanoseconds */
    WaitNotice(Terminal terminal, LongSupplier clock) {
        this.terminal = terminal;
        this.clock = clock;
    }

    @Override
    public void waits(long forNanos, Supplier<String> what) {
        long now = clock.getAsLong();
        if (forNanos < QUIET_NANOS || printed != null && now - printedAt < QUIET_NANOS) {
            return;
        }
        tells(what.get());
    }

    /** Prints a state of the wait at once, unless it was printed last. */
    void tells(String text) {
        printedAt = clock.getAsLong();
        if (!text.equals(printed)) {
            terminal.errorLine(text);
        }
        printed = text;
    }
}
