// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.token;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The time for which the first tuple of a queue has waited, as a source reports it and a task knows it. */
class HeadAgesTest {

    private static final long MILLI = 1_000_000;

    private final List<Ask> asks = new ArrayList<>();
    private final TokenHolder holder = new TokenHolder(1, 2, 1, 1);

    private int tell(long waiting, long headSinceMillis, long nowMillis) {
        asks.clear();
        holder.tell(waiting, headSinceMillis * MILLI, nowMillis * MILLI, (target, ask) -> asks.add(ask));
        return asks.size();
    }

    @Test
    void anOldQueueIsToldToAllAgainAndAgain() {
        assertThat(tell(0, 0, 0)).as("the first asks").isEqualTo(2);
        assertThat(tell(5, 1_000, 1_000)).as("no token is left").isEqualTo(2);
        assertThat(tell(5, 1_000, 1_050)).isZero();
        assertThat(holder.dueOld(1_000 * MILLI)).isEqualTo(1_100 * MILLI);
        assertThat(tell(5, 1_000, 1_100)).isEqualTo(2);
        assertThat(asks).allSatisfy(ask -> {
            assertThat(ask.waiting()).isEqualTo(5);
            assertThat(ask.headAgeMillis()).isEqualTo(100);
        });
        assertThat(holder.dueOld(1_000 * MILLI)).isEqualTo(1_200 * MILLI);
        assertThat(tell(4, 1_020, 1_199)).isZero();
        assertThat(tell(4, 1_020, 1_200)).isEqualTo(2);
        assertThat(asks.get(0).headAgeMillis()).isEqualTo(180);
        assertThat(tell(0, 0, 1_400)).as("nothing waits").isZero();
    }

    @Test
    void whatIsNotRepeatedIsForgotten() {
        HeadAges ages = new HeadAges(2);
        assertThat(ages.oldestNanos(0)).isZero();
        long now = 10_000 * MILLI;
        ages.told(0, new Ask(1, 1, 0, 0, 7, 0, 300), now);
        ages.told(1, new Ask(1, 1, 0, 0, 2, 0, 120), now + 100 * MILLI);
        assertThat(ages.oldestNanos(now + 100 * MILLI)).isEqualTo(300 * MILLI);
        assertThat(ages.waiting(now + 100 * MILLI)).isEqualTo(9);
        assertThat(ages.oldestNanos(now + 300 * MILLI)).isEqualTo(120 * MILLI);
        assertThat(ages.waiting(now + 300 * MILLI)).isEqualTo(2);
        ages.forget(1);
        assertThat(ages.waiting(now + 300 * MILLI)).isZero();
        ages.told(1, new Ask(1, 2, 0, 0, 0, 0, 0), now + 300 * MILLI);
        assertThat(ages.oldestNanos(now + 300 * MILLI)).isZero();
    }

    @Test
    void messagesByTokenAreThoseForWhichAnEngineWasFreeBefore() {
        TokenIssuer issuer = new TokenIssuer(2);
        issuer.asked(9, new Ask(1, 1, 0, 0, 0, 0, 0), 0);
        issuer.issue(0, (source, grant) -> {});
        issuer.arrived(9, 0);
        issuer.arrived(9, 0);
        assertThat(issuer.byToken()).isEqualTo(2);
        issuer.asked(9, new Ask(1, 2, 2, 0, 3, 0, 0), 0);
        issuer.done(9);
        issuer.done(9);
        issuer.issue(0, (source, grant) -> {});
        issuer.arrived(9, 0);
        assertThat(issuer.byToken()).isEqualTo(2);
        assertThat(issuer.byQueue()).isEqualTo(1);
    }

    @Test
    void aTokenThatWasGivenBackDoesNotCount() {
        TokenIssuer issuer = new TokenIssuer(1);
        issuer.asked(9, new Ask(1, 1, 0, 0, 0, 0, 0), 0);
        issuer.issue(0, (source, grant) -> {});
        issuer.asked(9, new Ask(1, 2, 1, 1, 4, 0, 0), 0);
        issuer.issue(0, (source, grant) -> {});
        issuer.arrived(9, 0);
        assertThat(issuer.byToken()).isZero();
        assertThat(issuer.byQueue()).isEqualTo(1);
    }
}
