// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmarks.latency;

import io.millrace.benchmarks.machine.Scratch;
import io.millrace.benchmarks.transport.Medium;
import io.millrace.benchmarks.transport.Message;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.infra.Control;

/**
 * Messages over TCP on the loopback device. Event loops of the media receive and echo, so no second thread of a group
 * is measured: one thread asks.
 */
@State(Scope.Thread)
public abstract class NetExchange extends Exchange {

    static final String HOST = "127.0.0.1";

    @Param({"millrace", "netty"})
    public String medium;

    private Asker asker;

    /** Lets messages come on a free port; the number of the last one is in the file's word. */
    abstract int listen(Path word) throws IOException;

    /** Lets messages be echoed that come to the port which is returned. */
    abstract int answer() throws IOException;

    /** Tells who echoes the port of this side, for media whose ends dial each other. */
    abstract void onAsking(int port);

    abstract void look();

    @Override
    void open() throws IOException {
        if (trip == Trip.ROUND_TRIP) {
            openRoundTrip();
        } else {
            openOneWay();
        }
    }

    private void openOneWay() throws IOException {
        Path file = closing(new Scratch()).directory().resolve(RingEnds.WORD);
        Word arrived = Word.in(file);
        int port = listen(file);
        Medium.Outlet outlet = closing(Medium.of(medium).connect(HOST, port, length));
        ByteBuffer message = Message.allocate(length);
        asker = new Asker(
                number -> outlet.offer(message.putLong(Message.NUMBER_OFFSET, number), length),
                arrived::getAcquire,
                this::look);
    }

    private void openRoundTrip() throws IOException {
        int port = answer();
        Word answers = Word.ofThisProcess();
        Medium.Asking asking = closing(Medium.of(medium).ask(HOST, HOST, port, length, nanos -> {
            answers.setRelease(answers.getAcquire() + 1);
            return false;
        }));
        onAsking(asking.port());
        while (answers.getAcquire() == 0) {
            look();
            Thread.onSpinWait();
        }
        asker = new Asker(
                number -> {
                    asking.ask();
                    return true;
                },
                () -> answers.getAcquire() - 1,
                this::look);
    }

    final long ask(Control control) {
        return asker.ask(control);
    }
}
