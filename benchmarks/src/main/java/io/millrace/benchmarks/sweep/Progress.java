// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmarks.sweep;

/** Says how much time is left, by what was expected and what was needed so far. One thread. */
final class Progress {

    private final long began = System.nanoTime();
    private final double expected;
    private double done;

    /** @param expected seconds of all */
    Progress(double expected) {
        this.expected = expected;
    }

    /** A part is over for which so many seconds were expected. */
    void done(double seconds) {
        done += seconds;
    }

    String left() {
        double spent = (System.nanoTime() - began) / 1e9;
        double left = (expected - done) * (done > 0 ? spent / done : 1);
        return String.format("%6.1f min left", Math.max(0, left) / 60);
    }
}
