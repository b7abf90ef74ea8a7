// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmarks.sweep;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.millrace.benchmarks.macro.EngineCommand;
import java.io.IOException;
import java.nio.file.Path;

/** Where source and engines run, and what it allows. One thread. */
interface Place extends AutoCloseable {

    /** What it is, for the provenance of a line. */
    String kind();

    /** What messages of this length can come to at most per second, in bytes. */
    BytesPerSecond bytesPerSecond(int length) throws IOException;

    /** The cores that are taken by a source at this frequency without an engine. */
    double busyCores(Cell cell, double perSecond) throws IOException, InterruptedException;

    /**
     * Starts an engine.
     *
     * @param directory of the board
     */
    Session start(EngineCommand engine, Cell cell, Path directory) throws IOException, InterruptedException;

    /** Begins to count anew what {@link #describe} tells. */
    void reset() throws IOException;

    /** Adds what the emulation did, and how busy the machine was. */
    void describe(ObjectNode line) throws IOException;

    @Override
    void close();
}
