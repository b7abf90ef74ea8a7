// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmarks.sweep;

import java.util.Locale;
import java.util.stream.Stream;

/** Where source and engines run, and what a message costs an engine. */
public enum Setting {
    /** Processes of one node. */
    SHM,
    /** Hosts with a link of {@link #LINK_MEGABITS} that all messages pass. */
    LINK,
    /** Engines that wait instead of computing, so that there are more of them than cores. */
    SLOTS;

    static final int LINK_MEGABITS = 1_400;

    /** What is left of the link beside the heads of packets. */
    static final double LINK_PAYLOAD = 0.94;

    private static final int SLOT_ENGINES = 40;

    /** How many messages are worked on at a time. */
    int engines() {
        return this == SLOTS ? SLOT_ENGINES : Runtime.getRuntime().availableProcessors();
    }

    /** How many processes have engines; none of them has the source. */
    int processes() {
        return this == SLOTS ? 1 : engines();
    }

    /** The name that options use. */
    String text() {
        return name().toLowerCase(Locale.ROOT);
    }

    static Setting of(String text) {
        return Stream.of(values())
                .filter(one -> one.text().equals(text))
                .findFirst()
                .orElseThrow();
    }
}
