// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.remote;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.runtime.tuple.ServiceMessage;
import io.millrace.runtime.tuple.ServiceMessage.Verb;
import org.junit.jupiter.api.Test;

class SentResultsTest {

    private static final int BOUND = 4_096;

    private final SentResults results = new SentResults();

    private SentResults.Count begin(long client, long id, long received) {
        return results.of(ServiceMessage.of(Verb.SUBSCRIBE, 7, 256, client, 99, "mail", id, received));
    }

    private static void send(SentResults.Count count, int results) {
        for (int i = 0; i < results; i++) {
            count.sent();
        }
    }

    @Test
    void whatHasNotComeIsLost() {
        send(begin(1, 5, 0), 10);
        send(begin(2, 5, 0), 20);
        assertThat(begin(1, 5, 7).lost()).isEqualTo(3);
        // The client has not heard of the loss, and says the same again
        assertThat(begin(1, 5, 7).lost()).isEqualTo(3);
        send(begin(1, 5, 7), 4);
        assertThat(begin(1, 5, 10).lost()).isEqualTo(4);
        assertThat(begin(2, 5, 20).lost()).isZero();
    }

    @Test
    void ofOneThatIsNotKnownNothingIsLost() {
        SentResults.Count ended = begin(1, 5, 0);
        send(ended, 10);
        results.forget(ended);
        assertThat(begin(1, 5, 7).lost()).isZero();
        assertThat(results.of(ServiceMessage.of(Verb.SUBSCRIBE, 7, 256, 1, 99, "mail"))
                        .lost())
                .isZero();
    }

    @Test
    void thoseUsedLongestAgoAreForgotten() {
        send(begin(1, 0, 0), 10);
        send(begin(1, 1, 0), 10);
        for (int id = 2; id < BOUND; id++) {
            begin(1, id, 0);
        }
        assertThat(begin(1, 0, 9).lost()).isOne();
        begin(1, BOUND, 0);
        assertThat(begin(1, 0, 9).lost()).isOne();
        assertThat(begin(1, 1, 9).lost()).isZero();
    }
}
