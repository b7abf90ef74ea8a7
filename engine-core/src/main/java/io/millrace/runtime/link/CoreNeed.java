package io.millrace.runtime.link;

/**
 * What a thread tells others of its node about the core that they may share, in one word, so that it can be told in shared memory:
 * whether it would share it, what it needs of it, and when it said so. What is older than half a second is not believed: who blocks,
 * hangs or has died does not say so.
 *
 * <pre>
 *   +----------------------------------------------------+----------+-----------+-----------------------+
 *   | when, nanoTime / 2^20: 52 bits                     | 0: 1 bit | shares: 1 | need, plus 1: 10 bits |
 *   +----------------------------------------------------+----------+-----------+-----------------------+
 * </pre>
 */
public final class CoreNeed {

    /** Wants a core of its own. */
    public static final long NONE = 0;

    private static final int NEED_MASK = (1 << 10) - 1;
    private static final int SHARES = 1 << 10;
    private static final int TIME_SHIFT = 12;
    private static final int TICK_SHIFT = 20;
    private static final long OLDEST_TICKS = 500;
    private static final int ALL = 1000;

    private CoreNeed() {}

    /**
     * @param need of the core, in thousandths, 0 to 1000
     * @param shares whether it shares it as soon as another one does
     */
    public static long word(int need, boolean shares, long now) {
        return now >> TICK_SHIFT << TIME_SHIFT | (shares ? SHARES : 0) | 1 + Math.max(0, Math.min(need, ALL));
    }

    /** Whether the thread shares the core as soon as another one does. */
    public static boolean shares(long word, long now) {
        return isTold(word, now) && (word & SHARES) != 0;
    }

    /** What it needs of it, in thousandths; 0 if it wants one of its own. */
    public static int need(long word, long now) {
        return isTold(word, now) ? Math.min((int) (word & NEED_MASK) - 1, ALL) : 0;
    }

    private static boolean isTold(long word, long now) {
        long ticks = (now >> TICK_SHIFT) - (word >> TIME_SHIFT);
        return (word & NEED_MASK) != 0 && ticks >= -1 && ticks <= OLDEST_TICKS;
    }
}
