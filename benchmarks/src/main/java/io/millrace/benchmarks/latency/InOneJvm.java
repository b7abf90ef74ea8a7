// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmarks.latency;

import io.millrace.benchmarks.machine.Scratch;
import io.millrace.benchmarks.transport.Medium;
import java.io.IOException;
import java.nio.file.Path;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Group;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.infra.Control;

/**
 * Between threads of one JVM. In a group one thread asks, the other one echoes; a call of either takes from one message
 * to the next, so their times together are those of the group.
 */
public class InOneJvm extends LatencyBenchmark {

    private static final Runnable LIVES = () -> {};

    @Benchmark
    @Group("ring")
    public long ringAsk(Ring ring, Control control) {
        return ring.asker.ask(control);
    }

    @Benchmark
    @Group("ring")
    public long ringEcho(Ring ring, Control control) {
        return ring.echo.echo(control);
    }

    @Benchmark
    @Group("queue")
    public long queueAsk(Queue queue, Control control) {
        return queue.asker.ask(control);
    }

    @Benchmark
    @Group("queue")
    public long queueEcho(Queue queue, Control control) {
        return queue.echo.echo(control);
    }

    @Benchmark
    public long direct(DirectCall call) {
        return call.ask();
    }

    @Benchmark
    public long net(Net net, Control control) {
        return net.ask(control);
    }

    /** Through shared memory. */
    @State(Scope.Group)
    public static class Ring extends Exchange {

        @Param({"millrace", "agrona", "agrona-one-to-one", "aeron", RingEnds.WORD})
        public String medium;

        private Asker asker;
        private Echo echo;

        @Override
        void open() throws IOException {
            Path there = closing(new Scratch()).directory();
            Path back = closing(new Scratch()).directory();
            Receiving arrivals = RingEnds.receiving(this, medium, there);
            Receiving echoes = RingEnds.receiving(this, trip.back(medium), back);
            asker = new Asker(RingEnds.sending(this, medium, there), echoes, LIVES);
            echo = new Echo(arrivals, RingEnds.sending(this, trip.back(medium), back));
        }
    }

    /** From one executor to another one of its worker; the payload goes as an object. */
    @State(Scope.Group)
    public static class Queue extends Exchange {

        @Param({"millrace", "agrona"})
        public String medium;

        private Asker asker;
        private Echo echo;

        @Override
        void open() {
            QueueEnds there = QueueEnds.of(medium, length);
            Word word = Word.ofThisProcess();
            QueueEnds back = trip == Trip.ROUND_TRIP
                    ? QueueEnds.of(medium, length)
                    : new QueueEnds(word.sending(), word::getAcquire);
            asker = new Asker(there.sending(), back.receiving(), LIVES);
            echo = new Echo(there.receiving(), back.sending());
        }
    }

    /** Over TCP. */
    @State(Scope.Thread)
    public static class Net extends NetExchange {

        private Medium.Answering answering;

        @Override
        int listen(Path word) throws IOException {
            return closing(PeerMain.listen(medium, length, word)).port();
        }

        @Override
        int answer() {
            answering = closing(Medium.of(medium).answer(HOST));
            return answering.port();
        }

        @Override
        void onAsking(int port) {
            answering.onAsking(HOST, port);
        }

        @Override
        void look() {}
    }
}
