// SPDX-License-Identifier: Apache-2.0
package io.millrace.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.channel.embedded.EmbeddedChannel;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

/** Which connection makes room for another one. */
class ConnectionsTest {

    private static final long WAIT_NANOS = 1_000;

    private final InetAddress greedy = address(1);
    private final InetAddress modest = address(2);
    private final AtomicLong clock = new AtomicLong();
    private final EmbeddedChannel loop = new EmbeddedChannel();
    private final List<Bound> evictions = new ArrayList<>();
    private Connections connections = connections(4, 3);

    private static InetAddress address(int last) {
        try {
            return InetAddress.getByAddress(new byte[] {10, 0, 0, (byte) last});
        } catch (UnknownHostException e) {
            throw new IllegalStateException(e);
        }
    }

    private Connections connections(int most, int mostOfAddress) {
        return new Connections(
                new HttpLimits(HttpLimits.DEFAULT.waits(), most, mostOfAddress, 100),
                clock::get,
                loop.eventLoop(),
                (bound, client) -> evictions.add(bound));
    }

    /** A connection without a socket. */
    private final class Client implements Connections.Member {

        private final InetAddress address;
        private boolean idle;
        private long deadlineNanos;
        private long heldBytes;
        private boolean late;
        private boolean closed;

        Client(InetAddress address) {
            this.address = address;
        }

        Client open() {
            connections.add(this);
            return idles();
        }

        Client idles() {
            idle = true;
            deadlineNanos = connections.waits(this, WAIT_NANOS);
            return this;
        }

        Client sends() {
            idle = false;
            deadlineNanos = connections.waits(this, WAIT_NANOS);
            return this;
        }

        Client works() {
            idle = false;
            connections.works(this);
            return this;
        }

        void holds(long bytes) {
            heldBytes += bytes;
            connections.hold(this, bytes);
        }

        @Override
        public InetAddress address() {
            return address;
        }

        @Override
        public boolean isIdle() {
            return idle;
        }

        @Override
        public long deadlineNanos() {
            return deadlineNanos;
        }

        @Override
        public long heldBytes() {
            return heldBytes;
        }

        @Override
        public void timedOut() {
            late = true;
            close();
        }

        @Override
        public void close() {
            closed = true;
            connections.remove(this);
            connections.hold(this, -heldBytes);
            heldBytes = 0;
        }
    }

    private List<Client> open(InetAddress address, int count) {
        List<Client> opened = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            opened.add(new Client(address).open());
        }
        assertThat(evictions).isEmpty();
        return opened;
    }

    @Test
    void theIdlestOfTheGreediestMakesRoom() {
        List<Client> many = open(greedy, 3);
        Client one = open(modest, 1).get(0).works();
        many.get(0).idles();

        Client two = new Client(modest).open();
        assertThat(many).extracting(client -> client.closed).containsExactly(false, true, false);
        Client three = new Client(address(3)).open();
        assertThat(many).extracting(client -> client.closed).containsExactly(false, true, true);
        assertThat(List.of(one, two, three)).noneMatch(client -> client.closed);
        assertThat(evictions).containsExactly(Bound.CONNECTIONS, Bound.CONNECTIONS);
    }

    @Test
    void anAddressHasItsBound() {
        List<Client> many = open(greedy, 3);
        new Client(greedy).open();
        assertThat(many).extracting(client -> client.closed).containsExactly(true, false, false);
        assertThat(connections.count()).isEqualTo(3);
        assertThat(evictions).containsExactly(Bound.CONNECTIONS_PER_ADDRESS);
    }

    @Test
    void aRequestThatWaitsForItsReplyIsNotCutOff() {
        List<Client> many = open(greedy, 3);
        many.forEach(Client::works);
        assertThat(new Client(greedy).open().closed).isTrue();
        many.get(2).idles();
        assertThat(new Client(greedy).open().closed).isFalse();
        assertThat(many).extracting(client -> client.closed).containsExactly(false, false, true);
    }

    @Test
    void twoAddressesThatHoldAllWithRequestsKeepNobodyOut() {
        connections = connections(4, 2);
        List<Client> held = open(greedy, 2);
        held.addAll(open(modest, 2));
        held.forEach(Client::works);

        new Client(address(3)).open().works();
        assertThat(held)
                .as("the oldest")
                .extracting(client -> client.closed)
                .containsExactly(true, false, false, false);
        held.get(3).idles();
        new Client(address(4)).open();
        assertThat(held)
                .as("an idle one rather")
                .extracting(client -> client.closed)
                .containsExactly(true, false, false, true);
    }

    @Test
    void aCrowdWithoutRequestsDoesNotDriveOutOneWhoseBodyComes() {
        connections = connections(100, 3);
        Client upload = new Client(greedy).open().sends();
        List<Client> crowd = open(greedy, 2);
        new Client(greedy).open();
        assertThat(upload.closed).isFalse();
        assertThat(crowd).extracting(client -> client.closed).containsExactly(true, false);
    }

    @Test
    void aCrowdWhoseBodiesDoNotComeDoesNotDriveOutOneThatIsNew() {
        connections = connections(100, 3);
        List<Client> crowd = open(greedy, 2);
        crowd.forEach(Client::sends);
        Client fresh = new Client(greedy).open();
        new Client(greedy).open();
        assertThat(fresh.closed).isFalse();
        assertThat(crowd).extracting(client -> client.closed).containsExactly(true, false);
    }

    @Test
    void whoHoldsBytesAndIsSlowestMakesRoomForBytes() {
        List<Client> many = open(greedy, 3);
        many.get(0).sends();
        many.get(1).sends().holds(60);
        many.get(2).sends().holds(30);
        Client next = new Client(modest).open().sends();
        next.holds(40);
        assertThat(many).extracting(client -> client.closed).containsExactly(false, true, false);
        assertThat(next.closed).isFalse();
        assertThat(evictions).containsExactly(Bound.HELD_BYTES);
        next.works().holds(1_000);
        assertThat(next.closed).as("what is handled is not cut off").isFalse();
    }

    @Test
    void whatIsClosedCountsNoMore() {
        open(greedy, 3).forEach(client -> {
            client.close();
            client.close();
            client.idles();
        });
        assertThat(connections.count()).isZero();
        assertThat(connections.waiting()).isZero();
        open(greedy, 3);
        open(modest, 1);
    }

    @Test
    void whoHasWaitedTooLongIsLate() {
        List<Client> two = open(greedy, 2);
        clock.addAndGet(WAIT_NANOS / 2);
        two.get(1).sends();
        sweep();
        assertThat(two).noneMatch(client -> client.late);
        clock.addAndGet(WAIT_NANOS / 2);
        sweep();
        assertThat(two).extracting(client -> client.late).containsExactly(true, false);
        two.get(1).works();
        clock.addAndGet(WAIT_NANOS);
        sweep();
        assertThat(two.get(1).late).isFalse();
    }

    private void sweep() {
        loop.advanceTimeBy(1, TimeUnit.SECONDS);
        loop.runScheduledPendingTasks();
    }
}
