// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmarks.latency;

import io.millrace.benchmarks.machine.Child;
import io.millrace.benchmarks.machine.Scratch;
import io.millrace.benchmarks.transport.EchoMain;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.infra.Control;

/**
 * Between two JVMs. The one that JMH forks asks, and starts the one that echoes, which ends with it. JMH measures no
 * thread of another JVM, so there is no group: one thread asks.
 */
public class AcrossJvms extends LatencyBenchmark {

    @Benchmark
    public long ring(Ring ring, Control control) {
        return ring.asker.ask(control);
    }

    @Benchmark
    public long net(Net net, Control control) {
        return net.ask(control);
    }

    /** Throws if the process has ended. */
    private static void requireAlive(Child peer) {
        if (!peer.handle().isAlive()) {
            throw new IllegalStateException("the process that echoes has ended: its errors are above");
        }
    }

    /** Through shared memory. */
    @State(Scope.Thread)
    public static class Ring extends Exchange {

        @Param({"millrace", "agrona", "agrona-one-to-one", "aeron", RingEnds.WORD})
        public String medium;

        private Asker asker;

        @Override
        void open() throws IOException {
            Path there = closing(new Scratch()).directory();
            Path back = closing(new Scratch()).directory();
            Receiving echoes = RingEnds.receiving(this, trip.back(medium), back);
            List<String> command = peer(PeerMain.class, PeerMain.RING, medium, length, there, back, trip);
            Child peer = closing(Child.start(command));
            peer.await(Child.READY);
            asker = new Asker(RingEnds.sending(this, medium, there), echoes, () -> requireAlive(peer));
        }
    }

    /** Over TCP. */
    @State(Scope.Thread)
    public static class Net extends NetExchange {

        private Child echoing;

        private int start(List<String> command) throws IOException {
            echoing = closing(Child.start(command));
            return Integer.parseInt(echoing.await(Child.READY).split(" ")[1]);
        }

        @Override
        int listen(Path word) throws IOException {
            return start(peer(PeerMain.class, PeerMain.NET, medium, length, word));
        }

        @Override
        int answer() throws IOException {
            return start(peer(EchoMain.class, medium, HOST));
        }

        @Override
        void onAsking(int port) {
            echoing.tell(HOST + " " + port);
        }

        @Override
        void look() {
            requireAlive(echoing);
        }
    }
}
