// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.snapshot;

/**
 * Reads and replaces the pointer, one call after the other. When it is not known whether a call has replaced it, or
 * when a call was refused, the pointer is read again: it may contain what this coordinator wrote. Used by the
 * coordinator.
 */
final class PointerKeeper {

    static final long RETRY_NANOS = 500_000_000L;

    private final CoordinatorPort port;
    private final Alarm retry = new Alarm();
    private Pointer value = Pointer.NONE;
    private long version;
    private Pointer wanted;
    private boolean known;
    private String unknownWhy = "";

    PointerKeeper(CoordinatorPort port) {
        this.port = port;
    }

    /**
     * Returns whether no call is under way, so that {@link #value} is what this coordinator has read or written last.
     */
    boolean isKnown() {
        return known;
    }

    Pointer value() {
        return value;
    }

    /** Returns why the pointer has not been reached since it was read or set last; empty if it was reached. */
    String unknownWhy() {
        return unknownWhy;
    }

    void read() {
        known = false;
        port.readPointer();
    }

    void set(Pointer pointer) {
        known = false;
        wanted = pointer;
        port.setPointer(version, pointer);
    }

    void onRead(Pointer pointer, long pointerVersion) {
        reached(pointer, pointerVersion);
    }

    void onSet(long pointerVersion) {
        reached(wanted, pointerVersion);
    }

    /** The call was refused: an earlier call, whose outcome was not known, may have replaced the pointer meanwhile. */
    void onRefused() {
        wanted = null;
        read();
    }

    void onUnknown(String reason, long now) {
        wanted = null;
        unknownWhy = reason;
        retry.set(now + RETRY_NANOS);
    }

    int doWork(long now) {
        if (!retry.isDue(now)) {
            return 0;
        }
        retry.clear();
        read();
        return 1;
    }

    long deadline() {
        return retry.before(Alarm.NEVER);
    }

    private void reached(Pointer pointer, long pointerVersion) {
        value = pointer;
        version = pointerVersion;
        wanted = null;
        known = true;
        unknownWhy = "";
    }
}
