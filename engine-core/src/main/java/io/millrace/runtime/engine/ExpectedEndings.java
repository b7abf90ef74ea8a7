package io.millrace.runtime.engine;

import java.util.Collection;

/** When engines are expected to be done with their messages, by the mean time of those before. Stateless. */
final class ExpectedEndings {

    /** A message that comes before its engine is free saves the time that it takes to come. That is of no use if it is less than this part of what it takes in the engine. */
    private static final int LEAST_SAVED_PART = 32;

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
            ending++;
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
