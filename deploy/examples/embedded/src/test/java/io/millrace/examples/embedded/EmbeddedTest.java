// SPDX-License-Identifier: Apache-2.0
package io.millrace.examples.embedded;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.api.Millrace;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Workers as threads of this process. */
@Timeout(value = 60, unit = TimeUnit.SECONDS, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class EmbeddedTest {

    private static final long SUM_TO_1000 = 333_833_500L;

    /** In-process workers need none. */
    private static final Path SHARED = Path.of("none");

    @Test
    void twiceInOneJvm() throws Exception {
        Leftovers before = Leftovers.now(SHARED);

        for (int i = 0; i < 2; i++) {
            try (Millrace engine = Millrace.local().start()) {
                assertThat(SquareService.sumOfSquares(engine, "squares", 1_000)).isEqualTo(SUM_TO_1000);
                assertThat(engine.topologies()).isEmpty();
            }
        }

        Leftovers.assertNoneSince(before, SHARED);
    }

    @Test
    void twoAtOnceShareNothing() throws Exception {
        try (Millrace one = Millrace.local().start();
                Millrace other = Millrace.local().start()) {
            one.submit("squares", SquareService.topology(10), io.millrace.api.config.Config.empty());

            assertThat(SquareService.sumOfSquares(other, "squares", 1_000)).isEqualTo(SUM_TO_1000);
            assertThat(one.topologies()).containsExactly("squares");
        }
    }
}
