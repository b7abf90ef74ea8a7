package io.millrace.runtime.idle;

/** Looks again at once, for ever. This has the lowest latency and takes a whole core. */
public final class SpinIdle implements IdleStrategy {

    @Override
    public void worked() {}

    @Override
    public long idle(long now, long deadline) {
        return LOOK;
    }

    @Override
    public void woken() {}

    @Override
    public long alarm(long now, long deadline) {
        return deadline;
    }
}
