// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.engine;

import java.util.Collection;

/** The times when engines are expected to end their messages, by the mean time of earlier messages. Stateless. */
final class ExpectedEndings {

    /** The least saving of a message sent ahead, as a part of its work: it saves the time that it takes to come. */
    private static final int LEAST_SAVED_PART = 32;

    /** The multiple of the mean from which on the end of a message is not predicted. */
    private static final int MOST_LONGER = 2;

    private ExpectedEndings() {}

    /**
     * Returns how many messages are expected to end within a time.
     *
     * @param messages messages of engines, in the order in which they were given
     * @param serviceNanos the mean time of a message; 0 if it is not known
     */
    static int within(Collection<Message> messages, long serviceNanos, long now, long nanos) {
        if (isOfNoUse(serviceNanos, nanos)) {
            return 0;
        }
        int ending = 0;
        for (Message each : messages) {
            if (isLater(each, serviceNanos, now, nanos)) {
                break;
            }
            ending += each.given + MOST_LONGER * serviceNanos - now >= 0 ? 1 : 0;
        }
        return ending;
    }

    /** Returns when one more of them is expected to end; {@link Long#MAX_VALUE} if none is. */
    static long next(Collection<Message> messages, long serviceNanos, long now, long nanos) {
        if (isOfNoUse(serviceNanos, nanos)) {
            return Long.MAX_VALUE;
        }
        for (Message each : messages) {
            if (isLater(each, serviceNanos, now, nanos)) {
                return each.given + serviceNanos - nanos;
            }
        }
        return Long.MAX_VALUE;
    }

    private static boolean isLater(Message message, long serviceNanos, long now, long nanos) {
        return message.given + serviceNanos - (now + nanos) > 0;
    }

    private static boolean isOfNoUse(long serviceNanos, long nanos) {
        return serviceNanos == 0 || nanos < serviceNanos / LEAST_SAVED_PART;
    }
}
