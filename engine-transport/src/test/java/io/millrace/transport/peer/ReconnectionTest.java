// SPDX-License-Identifier: Apache-2.0
package io.millrace.transport.peer;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;

class ReconnectionTest {

    private final Logger logger = (Logger) LoggerFactory.getLogger(Reconnection.class);
    private final ListAppender<ILoggingEvent> log = new ListAppender<>();
    private final PeerStatistics statistics = new PeerStatistics();
    private final Reconnection reconnection =
            new Reconnection(new Backoff(1, 1_000, new Random(1)), statistics, () -> {});
    private Level before;
    private long now = -5;

    @BeforeEach
    void listen() {
        log.start();
        logger.addAppender(log);
        logger.setAdditive(false);
        before = logger.getLevel();
        logger.setLevel(Level.INFO);
    }

    @AfterEach
    void listenNoMore() {
        logger.detachAppender(log);
        logger.setAdditive(true);
        logger.setLevel(before);
    }

    @Test
    void aPeerThatEndsInOrderIsNoWarning() {
        reconnection.onWasAccepted();
        reconnection.onFailed(now, "lost w2: closed");
        now += Reconnection.LASTING_NANOS - 1;
        reconnection.onFailed(now, "cannot connect to w2: refused");

        assertThat(warnings()).isEmpty();
        assertThat(statistics.lastFailure).isEqualTo("cannot connect to w2: refused");
    }

    @Test
    void oneThatStaysAwayIsWarnedOfOncePerReasonAndAgainWhenItHasWorkedBetween() {
        for (int loss = 0; loss < 2; loss++) {
            log.list.clear();
            reconnection.onWasAccepted();
            reconnection.onHadWorked();
            reconnection.onFailed(now, "lost w2: closed");
            for (int attempt = 0; attempt < 3; attempt++) {
                now += Reconnection.LASTING_NANOS;
                reconnection.onFailed(now, "cannot connect to w2: refused");
            }
            assertThat(warnings())
                    .containsExactly("cannot connect to w2: refused; trying again until the peer is closed");
        }
    }

    /** A refusal, such as that of a certificate, is logged at once. */
    @Test
    void oneThatWasNeverAcceptedIsWarnedOfAtOnce() {
        reconnection.onFailed(now, "cannot connect to w2: refused");

        assertThat(warnings()).hasSize(1);
    }

    @Test
    void connectionsThatBreakAtOnceAreWarnedOf() {
        reconnection.onWasAccepted();
        for (int attempt = 0; attempt < 3; attempt++) {
            reconnection.onEnded();
            reconnection.onFailed(now, "lost w2: closed");
            now += Reconnection.LASTING_NANOS / 2;
        }
        assertThat(warnings()).hasSize(1);
    }

    /** A stranger at the peer's address may refuse with another reason each time. */
    @Test
    void manyReasonsDoNotFillTheLog() {
        for (int attempt = 0; attempt < 1_000; attempt++) {
            reconnection.onFailed(now, "refused: " + attempt);
            now += Reconnection.LASTING_NANOS;
        }
        assertThat(log.list).hasSize(Reconnection.MOST_REASONS);
        assertThat(statistics.lastFailure).isEqualTo("refused: 999");
    }

    private List<String> warnings() {
        return log.list.stream()
                .filter(event -> event.getLevel().isGreaterOrEqual(Level.WARN))
                .map(ILoggingEvent::getFormattedMessage)
                .toList();
    }
}
