// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmarks.geo;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;

/** The processes of a figure, which stay while its cells are measured one after the other. One thread. */
interface Bed extends AutoCloseable {

    /** Whether its network can have these conditions. */
    boolean can(Conditions conditions);

    /** Measures a cell once. */
    ObjectNode measure(Cell cell) throws IOException, InterruptedException;

    @Override
    void close();
}
