// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.remote;

import io.millrace.runtime.tuple.ServiceMessage;
import java.util.LinkedHashMap;
import java.util.Map;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Counts the results that an executor has sent in each subscription of its clients. A client that begins anew says how
 * many have come, and the others were lost with the connection. Confined to the executor's thread.
 */
final class SentResults {

    private static final Logger LOG = LoggerFactory.getLogger(SentResults.class);

    /**
     * The most subscriptions that are kept, as clients may go without notice. Losses of the oldest ones are not known.
     */
    private static final int MOST = 4_096;

    private record Subscription(long client, int task, long id) {}

    /** The count of one subscription since its first beginning. */
    static final class Count {
        private long sent;
        private long lost;

        private Count(long sent) {
            this.sent = sent;
        }

        void sent() {
            sent++;
        }

        long lost() {
            return lost;
        }
    }

    private final Map<Subscription, Count> counts = new LinkedHashMap<>(16, 0.75f, true);

    /** Returns the count of a subscription that begins, or goes on. */
    Count of(ServiceMessage subscribe) {
        Object[] values = subscribe.values();
        boolean told = values != null && values.length == 3 && values[1] instanceof Long && values[2] instanceof Long;
        if (!told) {
            return new Count(0);
        }
        long received = (Long) values[2];
        Subscription subscription = new Subscription(subscribe.client(), subscribe.task(), (Long) values[1]);
        Count count = counts.computeIfAbsent(subscription, none -> new Count(received));
        long before = count.lost;
        count.lost = count.sent - received;
        if (count.lost > before) {
            LOG.warn(
                    "{} results of task {} that were on their way to the subscription '{}' were lost with the connection",
                    count.lost - before,
                    subscribe.task(),
                    values[0]);
        }
        if (counts.size() > MOST) {
            counts.remove(counts.keySet().iterator().next());
        }
        return count;
    }

    /** The client has ended a subscription. */
    void forget(Count count) {
        counts.values().remove(count);
    }
}
