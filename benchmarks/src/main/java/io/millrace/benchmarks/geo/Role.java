// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmarks.geo;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;

/** What one process of a measurement does when it is asked. One thread. */
interface Role extends AutoCloseable {

    /** @throws IOException in one line, if it cannot */
    ObjectNode answer(JsonNode request) throws IOException, InterruptedException;

    @Override
    void close();
}
