// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmarks.latency;

import io.millrace.benchmarks.ipc.Medium;
import io.millrace.benchmarks.ipc.Message;
import java.io.IOException;
import java.nio.file.Path;

/** The ends of a direction in shared memory, by a medium of {@link Medium} or by a {@link Word}. */
final class RingEnds {

    static final String WORD = "word";

    /** None sleeps, as what is measured is the medium. */
    private static final String SPINNING = "-spin";

    private RingEnds() {}

    /** Makes the direction in a directory of its own; the sending end is opened after that. */
    static Receiving receiving(Exchange exchange, String medium, Path directory) throws IOException {
        if (medium.equals(WORD)) {
            return Word.in(directory.resolve(WORD))::getAcquire;
        }
        Newest newest = new Newest(exchange.length);
        Medium.Receiver receiver =
                exchange.closing(Medium.of(medium + SPINNING).receiver(directory, exchange.length, newest));
        return () -> {
            receiver.poll();
            return newest.number.getAcquire();
        };
    }

    static Sending sending(Exchange exchange, String medium, Path directory) throws IOException {
        if (medium.equals(WORD)) {
            return Word.in(directory.resolve(WORD)).sending();
        }
        Medium.Sender sender = exchange.closing(Medium.of(medium + SPINNING).sender(directory, exchange.length));
        return number -> sender.send(number, number);
    }

    /** Keeps the number of the last message; its bytes were read, as they are compared. */
    private static final class Newest implements Medium.Sink {

        private final Word number = Word.ofThisProcess();
        private final long expectedSum;

        Newest(int length) {
            expectedSum = Message.expectedSum(length);
        }

        @Override
        public void onMessage(long stamp, long newNumber, long sum, int length) {
            if (sum != expectedSum) {
                throw new IllegalStateException(
                        "message " + newNumber + " has sum " + sum + " instead of " + expectedSum);
            }
            number.setRelease(newNumber);
        }
    }
}
