// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.token;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The messages of a task to its sources 1 and 2, step by step; its engine is promised to the first one. */
class TokenIssuerTest {

    private static final long EPOCH = 1;
    private static final long UNUSED = TokenIssuer.UNUSED_NANOS;
    private static final long SILENT = TokenSource.SILENT_NANOS;

    private final TokenIssuer issuer = new TokenIssuer(1);
    private final List<String> sent = new ArrayList<>();

    private long now;

    /** The time at which the last call of {@link #issue} wants the next one. */
    private long next;

    private void asked(int source, long number, long granted, long returned, long waiting, long recall) {
        issuer.asked(source, new Ask(EPOCH, number, granted, returned, waiting, recall, 0), now);
    }

    private List<String> issue(long time) {
        now = time;
        sent.clear();
        next = issuer.issue(
                now,
                (source, grant) -> sent.add(source + ": granted " + grant.granted() + ", recall " + grant.recall()));
        return sent;
    }

    @Test
    void aRecallThatFoundNothingIsNotRepeated() {
        asked(1, 1, 0, 0, 1, 0);
        assertThat(issue(0)).containsExactly("1: granted 1, recall 0");
        asked(2, 1, 0, 0, 5, 0);
        assertThat(issue(UNUSED)).contains("1: granted 1, recall 1");
        // The token is on its way with a message
        asked(1, 2, 1, 0, 0, 1);
        assertThat(issue(UNUSED + 1)).isEmpty();
        assertThat(issue(5 * UNUSED)).isEmpty();
        issuer.arrived(1, 5 * UNUSED);
        issuer.done(1);
        assertThat(issue(5 * UNUSED)).containsExactly("2: granted 1, recall 0");
    }

    @Test
    void aTokenIsRecalledWhenAMessageOfAnotherStreamTakesItsEngine() {
        asked(1, 1, 0, 0, 0, 0);
        assertThat(issue(0)).containsExactly("1: granted 1, recall 0");
        issuer.otherArrived();
        assertThat(issue(0)).containsExactly("1: granted 1, recall 1");
        asked(1, 2, 1, 1, 0, 1);
        assertThat(issue(0)).as("the engine is taken").isEmpty();
        issuer.otherDone();
        assertThat(issue(0)).containsExactly("1: granted 2, recall 1");
    }

    @Test
    void whatWaitsGetsOneTokenWhereMoreMessagesOfOtherStreamsAreThanEngines() {
        issuer.otherArrived();
        asked(1, 1, 0, 0, 5, 0);
        assertThat(issue(0)).as("the engine will be free").containsExactly("1: granted 0, recall 0");
        issuer.otherArrived();
        assertThat(issue(0)).containsExactly("1: granted 1, recall 1");
        issuer.otherArrived();
        assertThat(issue(0)).as("one at a time").isEmpty();
        issuer.arrived(1, 0);
        asked(1, 2, 1, 0, 4, 1);
        assertThat(issue(0)).as("one at a time").isEmpty();
        issuer.done(1);
        assertThat(issue(0)).containsExactly("1: granted 2, recall 2");
        asked(1, 3, 2, 1, 0, 2);
        issuer.engines(0);
        asked(1, 4, 2, 1, 3, 2);
        assertThat(issue(0)).as("no engine is ready").isEmpty();
    }

    @Test
    void aSourceThatCannotUseATokenOutOfTurnGetsAnotherOneLater() {
        issuer.otherArrived();
        issuer.otherArrived();
        asked(1, 1, 0, 0, 5, 0);
        assertThat(issue(0)).containsExactly("1: granted 1, recall 1");
        asked(2, 1, 0, 0, 3, 0);
        assertThat(issue(0)).containsExactly("2: granted 0, recall 0");
        asked(1, 2, 1, 1, 5, 1);
        assertThat(issue(1)).as("the turn of the other source").containsExactly("2: granted 1, recall 1");
        asked(2, 2, 1, 1, 3, 1);
        assertThat(issue(2)).as("neither could use it").isEmpty();
        assertThat(next).isEqualTo(UNUSED);
        assertThat(issue(UNUSED)).containsExactly("1: granted 2, recall 2");
        issuer.arrived(1, UNUSED + 1);
        issuer.done(1);
        asked(1, 3, 2, 1, 4, 2);
        assertThat(issue(UNUSED + 1)).as("it can send again").containsExactly("1: granted 3, recall 3");
    }

    @Test
    void aSourceThatDoesNotAnswerKeepsNoTokenFromTheOthers() {
        asked(1, 1, 0, 0, 0, 0);
        assertThat(issue(0)).as("ahead").containsExactly("1: granted 1, recall 0");
        issuer.otherArrived();
        issuer.otherArrived();
        asked(2, 1, 0, 0, 5, 0);
        assertThat(issue(0)).as("its spout waits for a device").contains("1: granted 1, recall 1");
        assertThat(next).isEqualTo(SILENT);
        assertThat(issue(SILENT - 1)).as("it may come").isEmpty();
        assertThat(issue(SILENT)).containsExactly("2: granted 1, recall 1");
        assertThat(issue(SILENT)).as("one at a time").isEmpty();
        issuer.arrived(2, SILENT);
        issuer.done(2);
        asked(2, 2, 1, 0, 4, 1);
        assertThat(issue(SILENT)).containsExactly("2: granted 2, recall 2");
    }

    @Test
    void aSourceThatCannotSendKeepsNoEngineFromTheOthers() {
        asked(1, 1, 0, 0, 50, 0);
        assertThat(issue(0)).containsExactly("1: granted 1, recall 0");
        asked(2, 1, 0, 0, 3, 0);
        assertThat(issue(UNUSED)).as("it is not used").contains("1: granted 1, recall 1");
        asked(1, 2, 1, 1, 50, 1);
        assertThat(issue(UNUSED + 1)).as("though less waits there").containsExactly("2: granted 1, recall 0");
        issuer.arrived(2, UNUSED + 2);
        issuer.done(2);
        asked(2, 2, 1, 0, 0, 0);
        assertThat(issue(UNUSED + 2)).as("nobody else needs it").hasSize(1);
    }

    @Test
    void aSourceIsToldHowManyOfItsMessagesAreDone() {
        List<Long> done = new ArrayList<>();
        issuer.engines(2);
        issuer.tellsDone(true);
        asked(1, 1, 0, 0, 5, 0);
        issuer.issue(0, (source, grant) -> done.add(grant.done()));
        issuer.arrived(1, 0);
        issuer.arrived(1, 0);
        issuer.done(1);
        issuer.issue(0, (source, grant) -> done.add(grant.done()));
        issuer.asked(1, new Ask(EPOCH + 1, 1, 0, 0, 5, 0, 0), 0);
        issuer.issue(0, (source, grant) -> done.add(grant.done()));
        issuer.done(1);
        issuer.issue(0, (source, grant) -> done.add(grant.done()));
        issuer.arrived(1, 0);
        issuer.done(1);
        issuer.issue(0, (source, grant) -> done.add(grant.done()));
        assertThat(done).as("of each epoch").containsExactly(0L, 1L, 0L, 0L, 1L);
    }

    @Test
    void aTokenForAnEngineThatIsBusyIsRecalledWithItsGrant() {
        asked(1, 1, 0, 0, 1, 0);
        issue(0);
        issuer.arrived(1, 100);
        issuer.endingSoon(1);
        assertThat(issue(100)).as("nothing waits").isEmpty();
        asked(1, 2, 1, 0, 3, 0);
        assertThat(issue(200)).containsExactly("1: granted 2, recall 1");
        asked(1, 3, 2, 1, 0, 1);
        assertThat(issue(300)).as("it came back").isEmpty();
        issuer.done(1);
        issuer.endingSoon(0);
        assertThat(issue(400)).as("ahead, as the engine is free").containsExactly("1: granted 3, recall 1");
    }
}
