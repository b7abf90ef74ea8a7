// SPDX-License-Identifier: Apache-2.0
package io.millrace.connectors.kafka;

import java.util.Map;

/** Finds out which topics there are. Called by the thread that fetches. */
interface Topics extends AutoCloseable {

    /**
     * A topic.
     *
     * @param id empty if the servers do not know ids
     */
    record Topic(String id, int partitions) {}

    /**
     * What the servers have answered.
     *
     * @param topics that are selected, by name
     * @param errors why nothing is known of a topic, by name; of all topics for the empty name. A topic that does not
     *     exist is in neither map
     */
    record Listing(Map<String, Topic> topics, Map<String, Throwable> errors) {}

    /** Asks when it is time to, and returns an answer once; null if there is none. Does not block. */
    Listing poll();

    @Override
    void close();
}
