// SPDX-License-Identifier: Apache-2.0
package io.millrace.connectors.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.channel.Channel;
import io.netty.channel.embedded.EmbeddedChannel;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class OpenConnectionsTest {

    private final InetAddress greedy = address(1);
    private final InetAddress modest = address(2);
    private final OpenConnections connections = new OpenConnections(4, 3);

    private static InetAddress address(int last) {
        try {
            return InetAddress.getByAddress(new byte[] {10, 0, 0, (byte) last});
        } catch (UnknownHostException e) {
            throw new IllegalStateException(e);
        }
    }

    private List<Channel> open(InetAddress address, int count) {
        List<Channel> opened = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            Channel channel = new EmbeddedChannel();
            assertThat(connections.add(channel, address)).isEmpty();
            opened.add(channel);
        }
        return opened;
    }

    @Test
    void theIdlestOfTheGreediestMakesRoom() {
        List<Channel> many = open(greedy, 3);
        Channel one = open(modest, 1).get(0);
        connections.idles(many.get(0), greedy);
        connections.works(one, modest);

        assertThat(connections.add(new EmbeddedChannel(), modest)).contains(many.get(1));
        connections.remove(many.get(1), greedy);
        assertThat(connections.add(new EmbeddedChannel(), address(3))).contains(many.get(2));
    }

    @Test
    void anAddressHasItsBound() {
        List<Channel> many = open(greedy, 3);
        assertThat(connections.add(new EmbeddedChannel(), greedy)).contains(many.get(0));
        assertThat(connections.all()).hasSize(4);
    }

    @Test
    void aRequestThatWaitsForItsAnswerIsNotCutOff() {
        List<Channel> many = open(greedy, 3);
        many.forEach(channel -> connections.works(channel, greedy));
        Channel next = new EmbeddedChannel();
        assertThat(connections.add(next, greedy)).contains(next);
        connections.remove(next, greedy);
        connections.idles(many.get(2), greedy);
        assertThat(connections.add(new EmbeddedChannel(), greedy)).contains(many.get(2));
    }

    @Test
    void twoAddressesThatHoldAllWithRequestsKeepNobodyOut() {
        OpenConnections few = new OpenConnections(4, 2);
        List<Channel> held = new ArrayList<>();
        for (InetAddress each : List.of(greedy, modest)) {
            for (int i = 0; i < 2; i++) {
                Channel channel = new EmbeddedChannel();
                assertThat(few.add(channel, each)).isEmpty();
                few.works(channel, each);
                held.add(channel);
            }
        }
        Channel next = new EmbeddedChannel();
        assertThat(few.add(next, address(3)))
                .hasValueSatisfying(closed ->
                        assertThat(closed).as("the oldest of one of both").isIn(held.get(0), held.get(2)));
        few.remove(next, address(3));
        few.idles(held.get(3), modest);
        assertThat(few.add(next, address(3))).as("an idle one rather").contains(held.get(3));
    }

    @Test
    void whatIsClosedCountsNoMore() {
        open(greedy, 3).forEach(channel -> {
            connections.remove(channel, greedy);
            connections.remove(channel, greedy);
            connections.idles(channel, greedy);
        });
        assertThat(connections.all()).isEmpty();
        open(greedy, 3);
        open(modest, 1);
    }
}
