// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmarks.latency;

/** One thread's end of a direction, at which messages with growing numbers go. */
interface Sending {

    /** Returns false if there is no room now. */
    boolean send(long number);
}
