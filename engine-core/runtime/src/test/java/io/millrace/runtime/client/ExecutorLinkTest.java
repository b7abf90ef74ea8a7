// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.client;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.api.Fields;
import io.millrace.api.Tuple;
import io.millrace.runtime.executor.ThreadDoorbell;
import io.millrace.runtime.remote.MessagePath;
import io.millrace.runtime.service.ResultTarget;
import io.millrace.runtime.tuple.DataTuple;
import io.millrace.runtime.tuple.ServiceMessage;
import io.millrace.runtime.tuple.ServiceMessage.Verb;
import io.millrace.runtime.tuple.StreamRef;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

/** Subscriptions of a link that is shut because a connection was lost, and begins anew. */
class ExecutorLinkTest {

    private static final StreamRef STREAM = new StreamRef("source", 0, "default", Fields.of("number"), false);
    private static final int TASK = 7;
    private static final int WINDOW = ExecutorLink.RESULT_WINDOW;

    private final List<ServiceMessage> sent = new ArrayList<>();
    private final Taker taker = new Taker();
    private final ExecutorLink link =
            new ExecutorLink(1, "w", List.of(TASK), new SentMessages(), new ThreadDoorbell(), new AtomicLong(40));

    private final class SentMessages implements MessagePath {
        @Override
        public boolean offer(ServiceMessage message) {
            sent.add(message);
            return true;
        }

        @Override
        public void requestWake() {}

        @Override
        public void close() {}
    }

    private static final class Taker implements ResultTarget {
        private final List<Object> taken = new ArrayList<>();
        private boolean full;

        @Override
        public boolean offer(Tuple tuple) {
            return !full && taken.add(tuple.get(0));
        }

        @Override
        public String name() {
            return "taker";
        }

        @Override
        public int waiting() {
            return taken.size();
        }

        @Override
        public long droppedOldest() {
            return -1;
        }

        @Override
        public boolean holdsBack() {
            return full;
        }
    }

    private ServiceMessage last() {
        return sent.get(sent.size() - 1);
    }

    private void begin() {
        link.shut();
        link.hello();
        assertThat(link.welcome(last().code())).isTrue();
    }

    private void results(long number, int count) {
        for (int i = 0; i < count; i++) {
            link.result(number, new DataTuple(STREAM, 3, TASK, 0, new Object[] {i}));
        }
    }

    @Test
    void itSaysHowManyHaveComeInAllUnderTheFirstNumber() {
        begin();
        long first = link.subscribe(TASK, taker);
        assertThat(last().values()).containsExactly("taker", first, 0L);
        results(first, 3);
        begin();
        long second = link.subscribe(TASK, taker);
        link.resumed();
        assertThat(second).isNotEqualTo(first);
        assertThat(last().values()).containsExactly("taker", first, 3L);
        // These results are from before the loss
        results(first, 5);
        results(second, 4);
        // It is not known whether the worker has heard of the second subscription
        begin();
        begin();
        link.subscribe(TASK, taker);
        assertThat(last().values()).containsExactly("taker", first, 7L);
        assertThat(taker.taken).hasSize(7);
    }

    @Test
    void anotherTargetBeginsAnew() {
        begin();
        long first = link.subscribe(TASK, taker);
        results(first, 3);
        begin();
        long other = link.subscribe(TASK, new Taker());
        assertThat(last().values()).containsExactly("taker", other, 0L);
        // The first subscription was closed meanwhile
        link.resumed();
        long again = link.subscribe(TASK, taker);
        assertThat(last().values()).containsExactly("taker", again, 0L);
    }

    @Test
    void whatHasComeIsNotLostAndTakesAPartOfTheNextWindow() {
        begin();
        taker.full = true;
        results(link.subscribe(TASK, taker), WINDOW);
        begin();
        long second = link.subscribe(TASK, taker);
        assertThat(last().values()).endsWith((long) WINDOW);
        taker.full = false;
        link.work(false);
        assertThat(taker.taken).hasSize(WINDOW);
        assertThat(last().verb()).isEqualTo(Verb.CONSUMED);
        assertThat(last().code()).isZero();
        results(second, WINDOW / 4);
        assertThat(last().code()).isEqualTo(WINDOW / 4);
    }
}
