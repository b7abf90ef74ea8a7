package io.millrace.runtime.idle;

/** Looks again at once, for ever: the lowest latency, for all of a core. */
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
