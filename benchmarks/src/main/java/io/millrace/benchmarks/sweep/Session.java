// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmarks.sweep;

import java.io.IOException;

/** An engine that runs for one cell. */
interface Session extends AutoCloseable {

    /** @throws IOException if it has ended, with the reason */
    void check() throws IOException;

    /** Ends it, with all its processes. */
    @Override
    void close() throws IOException;
}
