// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmarks.sweep;

import java.io.IOException;

/** The load generator's end of a way that messages go. One thread; it ends with the process. */
interface Outlet {

    /** Waits for the other end, if it has to be there. */
    default void awaitReader() throws IOException {}

    void write(byte[] message) throws IOException;

    /** Nothing else is written for a while. */
    default void flush() throws IOException {}
}
