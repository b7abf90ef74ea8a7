// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmarks.macro;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ServiceLoader;

/**
 * Gives measurements their {@link Topic}, at a server that is started for the first one. Found by
 * {@link ServiceLoader}, as servers are on the class path of runs that need one only.
 */
public interface EventTopics extends AutoCloseable {

    /** The most bytes of a message of {@link #openMessages}, with its head. */
    int MOST_MESSAGE_BYTES = 16 << 20;

    /** A topic that is there for a measurement. */
    interface Opened extends AutoCloseable {

        /** Deletes the topic. */
        @Override
        void close() throws IOException;
    }

    /** Events that are being written for a measurement. */
    interface Writing extends Opened {

        /**
         * Says in a line how late events were in the topic, when recording has ended.
         *
         * @throws IOException if they could not be written
         */
        String report() throws IOException;

        /** Ends it, and deletes the topic. */
        @Override
        void close() throws IOException;
    }

    /** For workloads whose sources make what they emit themselves. */
    EventTopics NONE = new EventTopics() {

        private final Writing nothing = new Writing() {

            @Override
            public String report() {
                return "";
            }

            @Override
            public void close() {}
        };

        @Override
        public Writing open(Workload workload, Path directory) {
            return nothing;
        }

        @Override
        public Opened openMessages(Path directory) {
            return nothing;
        }

        @Override
        public void close() {}
    };

    /** Those of the class path. */
    static EventTopics find() throws IOException {
        return ServiceLoader.load(EventTopics.class)
                .findFirst()
                .orElseThrow(() -> new IOException("no server of Kafka is on the class path: use benchmarks/run"));
    }

    /**
     * Makes the topic of a measurement, tells its processes by {@link Topic#write}, and starts a process that is its
     * sources: they are up, wait for the start signal, and write events when they are due.
     */
    Writing open(Workload workload, Path directory) throws IOException;

    /**
     * Makes a topic with one partition for messages of up to {@link #MOST_MESSAGE_BYTES}, which keeps twice what may be
     * under way, and tells the processes of a measurement by {@link Topic#write}.
     */
    Opened openMessages(Path directory) throws IOException;

    @Override
    void close();
}
