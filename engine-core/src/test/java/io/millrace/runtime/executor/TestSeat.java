package io.millrace.runtime.executor;

import io.millrace.runtime.cores.SharedCore;

/** A seat that the test binds. */
final class TestSeat implements SharedCore.Seat {

    boolean offered = true;
    boolean wanted;
    boolean bound;

    @Override
    public boolean isOffered() {
        return offered;
    }

    @Override
    public void want(boolean wants) {
        wanted = wants;
    }

    @Override
    public boolean isBound() {
        return bound;
    }

    @Override
    public void leave() {}
}
