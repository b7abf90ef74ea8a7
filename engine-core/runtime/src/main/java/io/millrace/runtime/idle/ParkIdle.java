package io.millrace.runtime.idle;

/** Blocks at the doorbell at once. This takes the least CPU where tuples are rare. */
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
