// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmarks.ipc;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/** A way from producer processes to one consumer process. Each method is called in the process of its side. */
public interface Medium {
    List<String> NAMES = List.of(
            "millrace-spin",
            "millrace-doorbell",
            "millrace-batch",
            "agrona-spin",
            "agrona-backoff",
            "aeron-spin",
            "aeron-backoff",
            "netty-tcp",
            "netty-uds");

    /**
     * Opens what the producers then find in the directory.
     *
     * @param sink to which the messages go, by the thread that receives
     */
    Receiver receiver(Path directory, int length, Sink sink) throws IOException;

    Sender sender(Path directory, int length) throws IOException;

    /** Used by the producer's main thread. */
    interface Sender extends AutoCloseable {
        /** Sends one {@link Message}; false if there is no room now. */
        boolean send(long stamp, long number);

        /** Hands over what was collected for a batch; false if there is no room now. */
        default boolean flush() {
            return true;
        }

        @Override
        void close();
    }

    /** Takes messages. */
    interface Sink {
        /** @param sum of the words of the message's pattern, all of which the medium has read */
        void onMessage(long stamp, long number, long sum, int length);
    }

    /** Used by the consumer's main thread. */
    interface Receiver extends AutoCloseable {
        /** Hands over the messages that are there; returns how many, 0 if a thread of the medium hands them over. */
        int poll();

        /** Hands over messages until the recorder has all, and waits for them as the medium does. */
        void receive(Recorder recorder);

        @Override
        void close();
    }

    /** Beside those of {@link #NAMES}, {@code agrona-one-to-one-spin} has a ring for one producer. */
    static Medium of(String name) {
        return switch (name) {
            case "millrace-spin" -> new MillraceMedium(false, 1);
            case "millrace-doorbell" -> new MillraceMedium(true, 1);
            case "millrace-batch" -> new MillraceMedium(false, MillraceMedium.MESSAGES_IN_BATCH);
            case "agrona-spin" -> AgronaMedium.manyToOne(false);
            case "agrona-backoff" -> AgronaMedium.manyToOne(true);
            case "agrona-one-to-one-spin" -> AgronaMedium.oneToOne();
            case "aeron-spin" -> new AeronMedium(false);
            case "aeron-backoff" -> new AeronMedium(true);
            case "netty-tcp" -> new NettyMedium(false);
            case "netty-uds" -> new NettyMedium(true);
            default -> throw new IllegalArgumentException("no medium is called " + name + ": use one of " + NAMES);
        };
    }
}
