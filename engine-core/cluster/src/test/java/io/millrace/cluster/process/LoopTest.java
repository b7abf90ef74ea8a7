// SPDX-License-Identifier: Apache-2.0
package io.millrace.cluster.process;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import io.millrace.cluster.registry.RegistryException;
import io.millrace.cluster.registry.RegistryException.Kind;
import java.util.concurrent.CountDownLatch;
import java.util.function.IntFunction;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.slf4j.LoggerFactory;

@Timeout(20)
class LoopTest {

    private static final int PASSES = 4;

    private final Logger logger = (Logger) LoggerFactory.getLogger(Loop.class);
    private final ListAppender<ILoggingEvent> log = new ListAppender<>();

    @BeforeEach
    void capture() {
        log.start();
        logger.addAppender(log);
    }

    @AfterEach
    void release() {
        logger.detachAppender(log);
    }

    @Test
    void aLossOfZooKeeperIsOneLineWithoutStack() throws Exception {
        runWith(pass -> new RegistryException(
                Kind.UNAVAILABLE, "part " + pass + ": ZooKeeper does not answer", new Exception("lost")));

        assertThat(log.list).singleElement().satisfies(event -> {
            assertThat(event.getFormattedMessage()).isEqualTo("loop: part 0: ZooKeeper does not answer");
            assertThat(event.getThrowableProxy()).isNull();
        });
    }

    @Test
    void whatIsNotExpectedHasItsStackOnce() throws Exception {
        runWith(pass -> new IllegalStateException("a mistake"));

        assertThat(log.list).singleElement().satisfies(event -> {
            assertThat(event.getFormattedMessage()).isEqualTo("loop: a mistake");
            assertThat(event.getThrowableProxy()).isNotNull();
        });
    }

    /** Runs passes that fail. */
    private static void runWith(IntFunction<RuntimeException> failure) throws InterruptedException {
        CountDownLatch failed = new CountDownLatch(PASSES);
        Wakeup wakeup = new Wakeup();
        try (Loop loop = new Loop("loop", wakeup, () -> {
            int pass = PASSES - (int) failed.getCount();
            failed.countDown();
            wakeup.signal();
            throw failure.apply(pass);
        })) {
            loop.start();
            failed.await();
        }
    }
}
