// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmarks.sweep;

import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;

/** Where source and engines run, and what a message costs an engine. */
public enum Setting {
    /** Processes of one node. */
    SHM,
    /** Hosts with a link of {@link #LINK_MEGABITS} that all messages pass. */
    LINK,
    /** Engines that wait instead of computing, so that there are more of them than cores. */
    SLOTS,
    /** Processes of one node, and another that makes the messages and sends them through a TCP socket. */
    TCP,
    /** The same, through a topic of Kafka. */
    KAFKA,
    /** The same, as files of a directory. */
    FILES;

    static final int LINK_MEGABITS = 1_400;

    /** What is left of the link beside the heads of packets. */
    static final double LINK_PAYLOAD = 0.94;

    private static final int SLOT_ENGINES = 40;

    /** How messages come to the source; empty where it makes them itself. */
    Optional<Intake> intake() {
        return switch (this) {
            case TCP -> Optional.of(Intake.TCP);
            case KAFKA -> Optional.of(Intake.KAFKA);
            case FILES -> Optional.of(Intake.FILES);
            default -> Optional.empty();
        };
    }

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
