// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.link;

/**
 * The numbers of channels between sites: one for each pair of a source task and a target task, and another one for its
 * batches by a relay. Stateless.
 */
public final class SiteChannel {

    private static final int BETWEEN_SITES = 1 << 29;

    /** The bit of a message that a relay passes on to another worker. */
    private static final int BY_RELAY = 1 << 28;

    /** The number that stands for all tasks of a region that get the same copies; no task has it. */
    public static final int SEVERAL = 0;

    /** The most tasks of a topology with channels between sites, so that the numbers of all pairs have room. */
    public static final int MOST_TASKS = 16_000;

    private SiteChannel() {}

    /** @param tasks number of the topology's tasks, at most {@link #MOST_TASKS} */
    static int of(int source, int target, boolean insideCycle, int tasks) {
        int channel = source * (tasks + 1) + target | BETWEEN_SITES;
        return insideCycle ? NetChannel.insideCycle(channel) : channel;
    }

    /**
     * Returns the number of the channel by which a source task sends to several tasks of another region at once. A task
     * has one such channel to each region.
     */
    public static int copied(int source, int tasks) {
        return source * (tasks + 1) + SEVERAL | BETWEEN_SITES;
    }

    /** Returns whether batches with this number are for several tasks. */
    public static boolean isCopied(int number, int tasks) {
        return target(number, tasks) == SEVERAL;
    }

    /** Returns the number by which an entry gets batches that it copies; such a channel is never inside a cycle. */
    public static int toEntry(int copied) {
        return NetChannel.insideCycle(copied);
    }

    /** Returns whether this worker is to copy batches with this number, which are for several tasks. */
    public static boolean isForEntry(int number) {
        return NetChannel.isInsideCycle(number);
    }

    /** Returns the channel whose batches an entry gets by this number. */
    public static int withoutEntry(int number) {
        return NetChannel.task(number);
    }

    /** Returns the number by which a task acknowledges the copies that it gets with others of a source task. */
    public static int copiesTo(int source, int target, int tasks) {
        return of(source, target, true, tasks);
    }

    /**
     * Returns whether an acknowledgement is for copies that several tasks get, which are on no cycle with the source.
     */
    public static boolean isOfCopies(int number) {
        return NetChannel.isInsideCycle(number);
    }

    public static boolean isBetweenSites(int channel) {
        return (channel & BETWEEN_SITES) != 0;
    }

    public static int source(int channel, int tasks) {
        return pair(channel) / (tasks + 1);
    }

    public static int target(int channel, int tasks) {
        return pair(channel) % (tasks + 1);
    }

    /** Returns whether this is the number of a channel in a topology with this number of tasks. */
    public static boolean isOfTopology(int channel, int tasks) {
        int source = source(channel, tasks);
        return source > 0 && source <= tasks && target(channel, tasks) > 0;
    }

    private static int pair(int channel) {
        return NetChannel.task(channel) & ~BETWEEN_SITES & ~BY_RELAY;
    }

    /** Returns the number by which a relay gets the batches of a channel. */
    public static int byRelay(int channel) {
        return channel | BY_RELAY;
    }

    /** Returns the channel whose batches a relay gets by this number. */
    public static int withoutRelay(int number) {
        return number & ~BY_RELAY;
    }

    public static boolean isByRelay(int number) {
        return (number & BETWEEN_SITES) != 0 && (number & BY_RELAY) != 0;
    }

    /** Returns the number by which a relay gets control messages for a task; and, for that number, the task. */
    public static int relayedTask(int taskOrNumber) {
        return taskOrNumber ^ (BETWEEN_SITES | BY_RELAY);
    }
}
