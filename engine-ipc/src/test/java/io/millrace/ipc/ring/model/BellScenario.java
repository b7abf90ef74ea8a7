// SPDX-License-Identifier: Apache-2.0
package io.millrace.ipc.ring.model;

/** The number of producers, of messages of each, of messages that the ring holds, and of deaths of the consumer. */
enum BellScenario {
    TWO_PRODUCERS(2, 1, 2, 0, true),
    FULL_RING(2, 1, 1, 0, false),
    FULL_RING_OF_ONE(1, 2, 1, 0, false),
    FULL_RING_OF_THE_DEAD(2, 1, 1, 0, true),
    TAKE_OVER(2, 1, 1, 1, false),
    TAKE_OVER_FROM_ONE(1, 2, 1, 1, false),
    MANY_WAITS(1, 6, 2, 0, false);

    final int producers;
    final int messages;
    final int capacity;
    final int consumerDeaths;

    /** Whether producers are killed. */
    final boolean deaths;

    BellScenario(int producers, int messages, int capacity, int consumerDeaths, boolean deaths) {
        this.producers = producers;
        this.messages = messages;
        this.capacity = capacity;
        this.consumerDeaths = consumerDeaths;
        this.deaths = deaths;
    }
}
