package io.millrace.runtime.idle;

/** Blocks at the doorbell at once: the least CPU where tuples come seldom. */
public final class ParkIdle implements IdleStrategy {

    @Override
    public void worked() {}

    @Override
    public long idle(long now, long deadline) {
        return deadline <= now ? LOOK : BLOCK;
    }

    @Override
    public void woken() {}

    @Override
    public long alarm(long now, long deadline) {
        return deadline;
    }
}
