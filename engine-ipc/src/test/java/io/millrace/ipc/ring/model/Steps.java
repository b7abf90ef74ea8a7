// SPDX-License-Identifier: Apache-2.0
package io.millrace.ipc.ring.model;

/** Receives the possible steps of one state. A model forks the state, changes the fork, and names the step. */
abstract class Steps {
    private final long[] now;
    private final long[] next;

    Steps(int longs) {
        this.now = new long[longs];
        this.next = new long[longs];
    }

    /** The state from which steps are taken; models do not change it. */
    final long[] now() {
        return now;
    }

    /** A copy of the state, for the model to change. */
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

    /** A kill -9. It need not happen, so no progress may depend on it. */
    final void kill(String what, int a) {
        taken(next, false, what, a, 0, 0);
    }

    /** What the other side of an interface may do or not, so no progress may depend on it either. */
    final void mayTake(String what, int a) {
        taken(next, false, what, a, 0, 0);
    }

    /** @param what a format for the arguments; formatted only for a trace */
    abstract void taken(long[] state, boolean mustBeAbleTo, String what, int a, int b, int c);
}
