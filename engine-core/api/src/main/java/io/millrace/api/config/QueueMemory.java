// SPDX-License-Identifier: Apache-2.0
package io.millrace.api.config;

import io.millrace.api.error.TopologyException;

/** Divides {@link TopologyKeys#QUEUE_MEMORY}, and says how much of it queues need at least. */
public final class QueueMemory {

    /** The number of parts: one for tuples as objects, and one for encoded tuples. */
    private static final int PARTS = 2;

    /** The number of longest tuples that need memory: some go to a file while others are put together or read. */
    private static final int LONGEST_TUPLES = 4;

    private QueueMemory() {}

    /** Returns the bytes for encoded tuples. */
    public static long encoded(Config config) {
        return config.get(TopologyKeys.QUEUE_DISK) == 0 ? 0 : config.get(TopologyKeys.QUEUE_MEMORY) / PARTS;
    }

    /**
     * Checks that there is enough for the longest tuples, if queues go to files.
     *
     * @throws TopologyException in one line
     */
    public static void check(Config config) {
        if (config.get(TopologyKeys.QUEUE_DISK) > 0) {
            long longest = config.get(TopologyKeys.MESSAGE_MAX_BYTES);
            requireEncoded(
                    config,
                    LONGEST_TUPLES * longest,
                    "a tuple may have " + Units.bytes(longest) + " (" + TopologyKeys.MESSAGE_MAX_BYTES.name() + ")",
                    "lower " + TopologyKeys.MESSAGE_MAX_BYTES.name());
        }
    }

    /**
     * Checks that so many bytes are for encoded tuples.
     *
     * @param because the reason why they are needed
     * @param remedy a remedy other than to raise the key
     * @throws TopologyException in one line
     */
    public static void requireEncoded(Config config, long bytes, String because, String remedy) {
        if (encoded(config) < bytes) {
            throw new TopologyException(TopologyKeys.QUEUE_MEMORY.name() + " is "
                    + Units.bytes(config.get(TopologyKeys.QUEUE_MEMORY)) + ", and " + because + ": set at least "
                    + Units.bytes(PARTS * bytes) + ", or " + remedy + ", or set " + TopologyKeys.QUEUE_DISK.name()
                    + " to 0 B");
        }
    }
}
