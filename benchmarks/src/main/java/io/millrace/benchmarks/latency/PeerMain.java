// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmarks.latency;

import io.millrace.benchmarks.machine.Child;
import io.millrace.benchmarks.transport.Medium;
import java.io.IOException;
import java.nio.file.Path;

/**
 * The process that echoes: {@code ring medium length there back trip} with two directories, or {@code net medium length
 * file} for one way. It ends when its standard input does, which is also when the process that asks has died.
 */
public final class PeerMain {

    static final String RING = "ring";
    static final String NET = "net";

    private static volatile boolean ended;

    private PeerMain() {}

    public static void main(String[] arguments) throws IOException {
        String medium = arguments[1];
        int length = Integer.parseInt(arguments[2]);
        if (arguments[0].equals(NET)) {
            try (Medium.Inlet inlet = listen(medium, length, Path.of(arguments[3]))) {
                System.out.println(Child.READY + " " + inlet.port());
                awaitEnd();
            }
            return;
        }
        RingPeer peer = new RingPeer(medium, Path.of(arguments[3]), Path.of(arguments[4]));
        peer.trip = Trip.valueOf(arguments[5]);
        peer.length = length;
        peer.setUp();
        Thread watch = new Thread(PeerMain::awaitEnd, "end");
        watch.setDaemon(true);
        watch.start();
        System.out.println(Child.READY);
        try {
            while (!ended) {
                if (!peer.echo.turn()) {
                    Thread.onSpinWait();
                }
            }
        } finally {
            // A medium's threads would keep the process alive
            peer.tearDown();
        }
    }

    /** Lets messages come over TCP; the number of the last one is in the file's word. */
    static Medium.Inlet listen(String medium, int length, Path file) throws IOException {
        Word word = Word.in(file);
        return Medium.of(medium).listen(NetExchange.HOST, length, (stamp, number, bytes) -> word.setRelease(number));
    }

    private static void awaitEnd() {
        try {
            while (System.in.read() >= 0) {
                // Nothing is told
            }
        } catch (IOException e) {
            // So it has ended
        }
        ended = true;
    }

    private static final class RingPeer extends Exchange {

        private final String medium;
        private final Path there;
        private final Path back;
        private Echo echo;

        RingPeer(String medium, Path there, Path back) {
            this.medium = medium;
            this.there = there;
            this.back = back;
        }

        @Override
        void open() throws IOException {
            Receiving arrivals = RingEnds.receiving(this, medium, there);
            echo = new Echo(arrivals, RingEnds.sending(this, trip.back(medium), back));
        }
    }
}
