// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmarks.transport;

import java.nio.ByteBuffer;
import java.util.List;

/** A way for messages from one process to another. */
public interface Medium {

    String MILLRACE = "millrace";
    String NETTY = "netty";
    String NETTY_BATCHES = "netty-batches-";
    List<String> NAMES = List.of(MILLRACE, NETTY);

    /**
     * Beside those of {@link #NAMES}, {@code netty-batches-}n: Netty that writes when n messages are there, and whose
     * receiver is a thread beside the event loop.
     */
    static Medium of(String name) {
        if (name.startsWith(NETTY_BATCHES)) {
            return new NettyMedium(Integer.parseInt(name.substring(NETTY_BATCHES.length())), true);
        }
        return switch (name) {
            case MILLRACE -> new MillraceMedium();
            case NETTY -> new NettyMedium(1, false);
            default -> throw new IllegalArgumentException("no medium " + name + ": there are " + NAMES);
        };
    }

    /** Is called on the event loop for each message. */
    interface Handler {
        void onMessage(long stamp, long number, int length);
    }

    /** The receiving end. */
    interface Inlet extends AutoCloseable {

        int port();

        /** Takes nothing from now on, or everything again. */
        void stall(boolean stalled);

        @Override
        void close();
    }

    /** The sending end; one thread. */
    interface Outlet extends AutoCloseable {

        /** False if there is no room now. */
        boolean offer(ByteBuffer message, int length);

        /** Writes to the socket so far. */
        long writes();

        /** Bytes of these writes. */
        long writtenBytes();

        /** Bytes that are sent and not yet consumed, or -1 if nobody knows. */
        long inFlightBytes();

        @Override
        void close();
    }

    /** Listens on a free port. */
    Inlet listen(String host, int maxLength, Handler handler);

    Outlet connect(String host, int port, int maxLength);

    /** Answers each message with itself. */
    Answering answer(String host);

    /** Who answers, or asks. */
    interface Answering extends AutoCloseable {

        int port();

        /** Where those who ask listen, if they do. */
        void onAsking(String host, int port);

        @Override
        void close();
    }

    /** Who asks. */
    interface Asking extends Answering {

        /** Sends the next question. Any thread, but one at a time. */
        void ask();
    }

    /**
     * Sends one message after the other, each when the one before came back, as long as {@code roundTrips} says so;
     * then when {@link Asking#ask} is called.
     */
    Asking ask(String ownHost, String host, int port, int length, RoundTrips roundTrips);

    /** Is called on the event loop with each round trip; returns whether the next question follows at once. */
    interface RoundTrips {
        boolean onAnswer(long nanos);
    }
}
