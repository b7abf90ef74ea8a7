// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmarks.sweep;

/** An engine's end of a way that messages come. Used by the thread of its source; it ends with the process. */
interface Inlet {

    /** Returns the next message; null if none is there. It does not wait. */
    byte[] poll();
}
