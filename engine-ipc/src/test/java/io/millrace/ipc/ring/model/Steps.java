package io.millrace.ipc.ring.model;

/** Receives the steps that are possible in one state. A model forks the state, changes the fork, and says what it has done. */
abstract class Steps {
    private final long[] now;
    private final long[] next;

    Steps(int longs) {
        this.now = new long[longs];
        this.next = new long[longs];
    }

    /** The state that steps are taken from; not to be changed by models. */
    final long[] now() {
        return now;
    }

    /** A copy of it, to be changed. */
    final long[] fork() {
        System.arraycopy(now, 0, next, 0, now.length);
        return next;
    }

    final void take(String what) {
        taken(next, true, what, 0, 0, 0);
    }

    final void take(String what, int a) {
        taken(next, true, what, a, 0, 0);
    }

    final void take(String what, int a, int b) {
        taken(next, true, what, a, b, 0);
    }

    final void take(String what, int a, int b, int c) {
        taken(next, true, what, a, b, c);
    }

    /** Kill -9, which need never happen: nothing may depend on it. */
    final void kill(String what, int a) {
        taken(next, false, what, a, 0, 0);
    }

    /** @param what a format, and its arguments: nothing is formatted unless somebody reads it */
    abstract void taken(long[] state, boolean mustBeAbleTo, String what, int a, int b, int c);
}
