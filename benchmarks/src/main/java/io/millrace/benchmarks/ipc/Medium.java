package io.millrace.benchmarks.ipc;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/** A way from producer processes to one consumer process. Each method is called in the process of its side. */
interface Medium {
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

    /** Opens what the producers then find in the directory. */
    Receiver receiver(Path directory, int length) throws IOException;

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

    /** Used by the consumer's main thread. */
    interface Receiver extends AutoCloseable {
        /** Hands messages to the recorder until that is done. */
        void receive(Recorder recorder);

        @Override
        void close();
    }

    static Medium of(String name) {
        return switch (name) {
            case "millrace-spin" -> new MillraceMedium(false, 1);
            case "millrace-doorbell" -> new MillraceMedium(true, 1);
            case "millrace-batch" -> new MillraceMedium(false, MillraceMedium.MESSAGES_IN_BATCH);
            case "agrona-spin" -> new AgronaMedium(false);
            case "agrona-backoff" -> new AgronaMedium(true);
            case "aeron-spin" -> new AeronMedium(false);
            case "aeron-backoff" -> new AeronMedium(true);
            case "netty-tcp" -> new NettyMedium(false);
            case "netty-uds" -> new NettyMedium(true);
            default -> throw new IllegalArgumentException("no medium is called " + name + ": use one of " + NAMES);
        };
    }
}
