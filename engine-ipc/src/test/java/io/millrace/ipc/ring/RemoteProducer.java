// SPDX-License-Identifier: Apache-2.0
package io.millrace.ipc.ring;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;

/** The test's handle of a {@link PausedProducer} in a child process, by lines of commands and answers. */
final class RemoteProducer {
    final Moment moment;

    private final CaseRing ring;
    private final int number;
    private final ChildJvm process;
    private final Place place;
    private int committed;

    // Its claim, if it holds one.
    private long begin;
    private long end;
    private byte[] bytes;

    RemoteProducer(CaseRing ring, int number, ChildJvm process, Moment moment, Place place) {
        this.ring = ring;
        this.number = number;
        this.process = process;
        this.moment = moment;
        this.place = place;
    }

    /** Opens the ring, and sends the first messages. */
    void start() throws IOException {
        process.send(
                String.join(" ", "start", ring.name, "" + number, ring.path.toString(), moment.name(), place.name()));
        expect("ready");
    }

    /** Continues to its step. */
    void claim() throws IOException {
        long tail = ring.tail();
        goOnTo("there");
        begin = place == Place.WRAP && !moment.isFlush() ? (tail | CaseRing.CELLS - 1) + 1 : tail;
        end = begin;
        if (moment.holds) {
            end = ring.tail();
            assertThat(end - begin).as("cells of the claim").isEqualTo(moment.cells() / (moment.isFlush() ? 2 : 1));
        }
        bytes = ring.bytesOf(begin, end);
    }

    void goOnTo(String where) throws IOException {
        process.send("go " + ring.name);
        expect(where);
    }

    private void expect(String where) throws IOException {
        String[] words = String.valueOf(process.nextLine()).split(" ");
        assertThat(words).startsWith(where, ring.name);
        committed = Integer.parseInt(words[2]);
    }

    /** Lets it finish its work; see {@link #awaitEnd}. */
    void finish() throws IOException {
        process.send("go " + ring.name);
    }

    /** Reads until it has finished. */
    void awaitEnd() throws IOException {
        while (!process.hasLine()) {
            ring.drain();
            ChildJvm.yieldUnlessTimedOut();
        }
        expect("done");
        ring.drain();
    }

    /** Where its claim begins, if it holds one. */
    long begin() {
        return begin;
    }

    /** Checks that nobody has written to its claim. */
    void checkUntouched() {
        assertThat(ring.bytesOf(begin, end))
                .as("what producer %d holds", number)
                .isEqualTo(bytes);
    }

    /** Checks that its committed messages have arrived. */
    void checkReceived() {
        assertThat(ring.received.received(number))
                .as("committed messages of producer %d", number)
                .isEqualTo(committed);
    }
}
