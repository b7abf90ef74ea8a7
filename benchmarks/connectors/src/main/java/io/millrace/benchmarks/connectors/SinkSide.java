// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmarks.connectors;

import io.millrace.api.Bolt;
import java.io.IOException;

/** A sink of a library: the connector, a bare writer, and what both have written. */
interface SinkSide extends AutoCloseable {

    Bolt connector();

    /** Writes messages by one thread, and commits each interval, until the commits are over. */
    void writeBare(Commits commits) throws IOException, InterruptedException;

    /** Returns how many messages can be seen after the run, which made so many commits. */
    long visible(int commits) throws IOException;

    @Override
    void close() throws IOException;
}
