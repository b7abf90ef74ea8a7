// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmarks.latency;

/** One thread's end of a direction, at which messages come. */
interface Receiving {

    /** Takes what has come. Returns the number of the last message so far; 0 if there was none. */
    long newest();
}
