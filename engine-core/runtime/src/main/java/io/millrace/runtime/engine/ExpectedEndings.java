package io.millrace.runtime.engine;

import java.util.Collection;

/** When engines are expected to be done with their messages, by the mean time of those before. Stateless. */
final class ExpectedEndings {

    /** A message that comes ahead saves the time that it takes to come. That is of no use if it is less than this part of its work. */
    private static final int LEAST_SAVED_PART = 32;

    /** Of one that takes so many times the mean, nobody knows when it ends. */
    private static final int MOST_LONGER = 2;

    private ExpectedEndings() {}

    /**
     * Returns how many are expected to be done within a time.
     *
     * @param messages that engines have, in the order in which they were given
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

    /** Returns when there will be one more of them; {@link Long#MAX_VALUE} if none will be. */
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
