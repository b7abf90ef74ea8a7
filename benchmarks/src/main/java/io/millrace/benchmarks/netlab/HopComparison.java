// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmarks.netlab;

import io.millrace.benchmarks.report.Median;
import io.millrace.benchmarks.transport.Pair;
import java.io.IOException;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * The p50 of a hop, and that of messages as long by Netty alone over the same link. They take turns, as the machine's
 * speed changes by the minute; a ratio is of one turn. One thread.
 */
final class HopComparison {

    /** The length of a tuple of the workload hop when it is encoded. */
    private static final int TUPLE_BYTES = 140;

    /** The bytes before each message. */
    private static final int NETTY_HEAD_BYTES = 4;

    /** It has less to compile. */
    private static final int MOST_NETTY_WARM_UP = 6;

    /** What the hop is compared with. */
    enum Peer {
        PING("a ping at the hop's rate, half of its round trip"),
        FLAT_OUT("one ping after the other, half of a round trip"),
        ONE_WAY("one way at the hop's rate"),
        HANDED_OVER("the same in batches like the hop's, to another thread than the event loop");

        private final String text;

        Peer(String text) {
            this.text = text;
        }
    }

    /**
     * The p50 of one turn, in milliseconds, and the messages per write.
     */
    record Seen(double millis, double batch) {

        private static Seen of(Pair.Netty netty) {
            return new Seen(netty.p50Millis(), netty.bytesPerWrite() / (TUPLE_BYTES + NETTY_HEAD_BYTES));
        }
    }

    private final List<Seen> hops = new ArrayList<>();
    private final Map<Peer, List<Seen>> peers = new EnumMap<>(Peer.class);

    /** One turn of all. */
    void add(Seen hop, Map<Peer, Seen> others) {
        hops.add(hop);
        others.forEach((peer, seen) ->
                peers.computeIfAbsent(peer, none -> new ArrayList<>()).add(seen));
    }

    /** Netty's part of a turn, after the hop's. */
    void follow(Pair pair, NetlabResult hop) throws IOException {
        int rate = Math.toIntExact(hop.cell().workload().rate());
        int seconds = hop.cell().workload().seconds();
        int warmUp = Math.min(hop.cell().workload().warmUpSeconds(), MOST_NETTY_WARM_UP);
        int batch = Math.max(1, (int) Math.round(hop.messagesPerWrite()));
        Map<Peer, Seen> others = new EnumMap<>(Peer.class);
        others.put(Peer.PING, ping(pair.nettyPing(TUPLE_BYTES, rate, warmUp, seconds)));
        others.put(Peer.FLAT_OUT, ping(pair.nettyPing(TUPLE_BYTES, 0, warmUp, seconds)));
        others.put(Peer.ONE_WAY, Seen.of(pair.nettyOneWay(TUPLE_BYTES, rate, warmUp, seconds)));
        others.put(Peer.HANDED_OVER, Seen.of(pair.nettyInBatches(batch, TUPLE_BYTES, rate, warmUp, seconds)));
        double p50 = NetlabResult.millis(hop.report().total(hop.cell().oneWayNanos()), 50);
        add(new Seen(p50, hop.messagesPerWrite()), others);
    }

    private static Seen ping(Pair.Netty netty) {
        return new Seen(netty.p50Millis(), 1);
    }

    String text() {
        StringBuilder text = new StringBuilder(line("the hop", hops));
        peers.forEach((peer, seen) -> {
            List<Double> ratios = new ArrayList<>();
            for (int i = 0; i < hops.size(); i++) {
                ratios.add(hops.get(i).millis() / seen.get(i).millis());
            }
            text.append(line("Netty alone, " + peer.text, seen));
            text.append(String.format(Locale.ROOT, "    the hop's p50 is %s times that%n", spread("%.2f", ratios)));
        });
        return text.toString();
    }

    private static String line(String what, List<Seen> seen) {
        return String.format(
                Locale.ROOT,
                "  %s: p50 %s ms, %.1f messages per write%n",
                what,
                spread("%.3f", seen.stream().map(Seen::millis).toList()),
                Median.of(seen.stream().map(Seen::batch).toList()));
    }

    /** The median, and where there are several all of them in the order of the turns. */
    private static String spread(String format, List<Double> values) {
        String median = String.format(Locale.ROOT, format, Median.of(values));
        if (values.size() == 1) {
            return median;
        }
        return median + " ("
                + String.join(
                        ", ",
                        values.stream()
                                .map(value -> String.format(Locale.ROOT, format, value))
                                .toList())
                + ")";
    }
}
