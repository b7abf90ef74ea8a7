// SPDX-License-Identifier: Apache-2.0
package io.millrace.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.cli.terminal.Terminal;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

/** The texts of a command that waits, and their times. */
class WaitNoticeTest {

    private static final long SECOND = TimeUnit.SECONDS.toNanos(1);

    private final ByteArrayOutputStream errors = new ByteArrayOutputStream();
    private final AtomicLong clock = new AtomicLong();
    private final WaitNotice notice = new WaitNotice(
            new Terminal(
                    new ByteArrayInputStream(new byte[0]),
                    new PrintStream(new ByteArrayOutputStream()),
                    new PrintStream(errors, true, StandardCharsets.UTF_8),
                    false),
            clock::get);

    private void waitsAt(long second, String what) {
        clock.set(second * SECOND);
        notice.waits(second * SECOND, () -> what);
    }

    @Test
    void aCommandThatWaitsSaysWhatForAndSaysTheSameOnce() {
        waitsAt(1, "sends big.jar, 10 of 210 MB");
        waitsAt(2, "sends big.jar, 20 of 210 MB");
        assertThat(errors.toString(StandardCharsets.UTF_8)).isEmpty();
        waitsAt(3, "sends big.jar, 30 of 210 MB");
        waitsAt(4, "sends big.jar, 40 of 210 MB");
        waitsAt(6, "sends big.jar, 60 of 210 MB");
        waitsAt(9, "waits for a second copy");
        waitsAt(12, "waits for a second copy");
        assertThat(errors.toString(StandardCharsets.UTF_8).lines())
                .containsExactly(
                        "sends big.jar, 30 of 210 MB", "sends big.jar, 60 of 210 MB", "waits for a second copy");
    }
}
