package io.millrace.runtime.link;

/** The numbers of channels between sites: one for each pair of a source task and a target task. Stateless. */
public final class SiteChannel {

    private static final int BETWEEN_SITES = 1 << 29;

    /** So that the number of each pair is smaller. */
    public static final int MOST_TASKS = 23_000;

    private SiteChannel() {}

    /** @param tasks how many tasks the topology has, at most {@link #MOST_TASKS} */
    static int of(int source, int target, boolean insideCycle, int tasks) {
        int channel = source * (tasks + 1) + target | BETWEEN_SITES;
        return insideCycle ? NetChannel.insideCycle(channel) : channel;
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

    private static int pair(int channel) {
        return NetChannel.task(channel) & ~BETWEEN_SITES;
    }
}
