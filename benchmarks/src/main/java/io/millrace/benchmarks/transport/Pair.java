// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmarks.transport;

import io.millrace.benchmarks.machine.Child;
import io.millrace.benchmarks.machine.Children;
import io.millrace.benchmarks.machine.Lab;
import io.millrace.benchmarks.machine.ResultLine;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;

/**
 * Where the two processes of a measurement run, and how they are started, and ended if they take too long. One thread.
 */
public final class Pair {

    static final List<String> FLAGS = List.of(
            "-Xms256m",
            "-Xmx1g",
            "-XX:+UseSerialGC",
            // Millrace starts its workers with these options
            "-Dio.netty.leakDetection.level=disabled",
            "-XX:-UsePerfData",
            "-Dslf4j.internal.verbosity=ERROR",
            // Hosts of a lab have no hardware address, which Netty would warn of
            "-Dio.netty.machineId=00:00:00:00:00:00:00:01");

    private static final String LOOPBACK = "127.0.0.1";
    private static final long SPARE_SECONDS = 40;

    /** The time that a flood goes on when the receiver, who began later, should have seen all that it looks at. */
    private static final double OVERTIME_SECONDS = 2;

    private final String sender;
    private final UnaryOperator<List<String>> onSender;
    private final String receiver;
    private final UnaryOperator<List<String>> onReceiver;

    private Pair(
            String sender,
            UnaryOperator<List<String>> onSender,
            String receiver,
            UnaryOperator<List<String>> onReceiver) {
        this.sender = sender;
        this.onSender = onSender;
        this.receiver = receiver;
        this.onReceiver = onReceiver;
    }

    static Pair onLoopback() {
        return new Pair(LOOPBACK, UnaryOperator.identity(), LOOPBACK, UnaryOperator.identity());
    }

    /** The sender is left, the receiver right. */
    public static Pair in(Lab lab) {
        return new Pair(
                lab.address(Lab.LEFT),
                command -> lab.on(Lab.LEFT, command),
                lab.address(Lab.RIGHT),
                command -> lab.on(Lab.RIGHT, command));
    }

    /** Sends at a rate, in messages per second, or as fast as it goes with 0; returns what both processes tell. */
    ResultLine send(String medium, int length, int perSecond, double warmUpSeconds, double seconds) throws IOException {
        return send(medium, length, perSecond, warmUpSeconds, seconds, 0, List.of());
    }

    /** Sends as fast as it goes, with a stall of the receiver. */
    ResultLine flood(String medium, int length, Stall stall) throws IOException {
        return send(
                medium,
                length,
                0,
                stall.warmUpSeconds(),
                stall.steadySeconds(),
                stall.stallSeconds() + stall.recoverySeconds() + OVERTIME_SECONDS,
                List.of(
                        "" + stall.warmUpSeconds(),
                        "" + stall.steadySeconds(),
                        "" + stall.stallSeconds(),
                        "" + stall.recoverySeconds()));
    }

    private ResultLine send(
            String medium,
            int length,
            int perSecond,
            double warmUpSeconds,
            double seconds,
            double moreSeconds,
            List<String> stall)
            throws IOException {
        try (Children children = new Children(warmUpSeconds + seconds + moreSeconds + SPARE_SECONDS)) {
            List<String> receiving = new ArrayList<>(List.of(medium, receiver, "" + length));
            receiving.addAll(stall);
            Child to = children.start(java(onReceiver, ReceiverMain.class, receiving));
            List<String> sending = List.of(
                    medium,
                    receiver,
                    port(to),
                    "" + length,
                    "" + perSecond,
                    "" + warmUpSeconds,
                    "" + seconds,
                    "" + moreSeconds);
            Child from = children.start(java(onSender, SenderMain.class, sending));
            ResultLine sent = ResultLine.parse(from.await(Child.RESULT));
            return ResultLine.parse(to.await(Child.RESULT)).with(sent);
        }
    }

    /**
     * Questions and answers, so many per second, or with 0 one after the other; the figures are halves of round trips.
     */
    ResultLine ping(String medium, int length, int perSecond, double warmUpSeconds, double seconds) throws IOException {
        try (Children children = new Children(warmUpSeconds + seconds + SPARE_SECONDS)) {
            Child echo = children.start(java(onReceiver, EchoMain.class, List.of(medium, receiver)));
            List<String> asking = List.of(
                    medium,
                    sender,
                    receiver,
                    port(echo),
                    "" + length,
                    "" + perSecond,
                    "" + warmUpSeconds,
                    "" + seconds);
            Child ping = children.start(java(onSender, PingMain.class, asking));
            echo.tell(sender + " " + port(ping));
            return ResultLine.parse(ping.await(Child.RESULT));
        }
    }

    /**
     * What Netty alone does, for comparison with what has more to do.
     *
     * @param p50Millis one way
     */
    public record Netty(double p50Millis, double bytesPerWrite) {

        private static Netty of(ResultLine figures) {
            return new Netty(figures.get("p50") / 1000, figures.get("bytesPerWrite"));
        }
    }

    /** Pings, so many per second, or with 0 one after the other: half of a round trip. */
    public Netty nettyPing(int length, int perSecond, double warmUpSeconds, double seconds) throws IOException {
        return Netty.of(ping(Medium.NETTY, length, perSecond, warmUpSeconds, seconds));
    }

    /** One way at a rate, from the intended time to the receiver's event loop. */
    public Netty nettyOneWay(int length, int perSecond, double warmUpSeconds, double seconds) throws IOException {
        return Netty.of(send(Medium.NETTY, length, perSecond, warmUpSeconds, seconds));
    }

    /** The same, written when so many messages are there, to a thread beside the receiver's event loop. */
    public Netty nettyInBatches(int batch, int length, int perSecond, double warmUpSeconds, double seconds)
            throws IOException {
        return Netty.of(send(Medium.NETTY_BATCHES + batch, length, perSecond, warmUpSeconds, seconds));
    }

    private static List<String> java(UnaryOperator<List<String>> on, Class<?> main, List<String> arguments) {
        return on.apply(Child.java(FLAGS, main, arguments));
    }

    private static String port(Child child) throws IOException {
        return child.await(Child.READY).split(" ")[1];
    }
}
