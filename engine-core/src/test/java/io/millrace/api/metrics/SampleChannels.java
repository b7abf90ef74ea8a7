package io.millrace.api.metrics;

import java.util.List;
import java.util.Map;

/** What a channel between regions may report. */
public final class SampleChannels {

    private static final long MILLI = 1_000_000;

    private SampleChannels() {}

    /** Returns one from task 1 of {@code lines} to task 4 of {@code count}. */
    public static ChannelMetrics channel() {
        return new ChannelMetrics(
                List.of("lines", "lines:bad"),
                "lines",
                1,
                "w1",
                "eu",
                "count",
                4,
                "w2",
                "us",
                "late-drop:200ms",
                "millrace",
                "latency",
                7,
                2,
                true,
                "b=7 c=2 compressed: 60.18 ms; next b=327 c=1: more than 90 % of the capacity",
                8_000,
                200,
                60 * MILLI,
                80 * MILLI,
                61 * MILLI,
                0,
                160_000,
                1_234_567,
                176_366,
                3,
                64_000,
                1_250_000,
                0.405,
                12.5,
                Map.of("wait", 70L, "marker", 1L),
                List.of(
                        new ChannelRoute(
                                "direct", true, true, 1e6, 50 * MILLI, MILLI, 0.01, 0.75, 130_000, 9_000_000, 3),
                        new ChannelRoute("relay", false, false, 2e6, 0, 0, 0, 0.25, 46_366, 3_000_000, 0)));
    }

    /** Returns copies of task 1 of {@code lines} for three tasks. */
    public static MulticastMetrics multicast() {
        return new MulticastMetrics(
                "lines",
                1,
                "w1",
                "eu",
                "us",
                List.of(4, 5, 7),
                "intermediate",
                List.of("entry w2"),
                "intermediate of 3: 50.40 ms, 125 kB/s; direct 50.60 ms, 375 kB/s",
                2,
                4,
                true,
                50 * MILLI,
                51 * MILLI,
                400_000,
                100_000,
                4,
                32_000,
                125_000,
                0.0405,
                1.25,
                List.of(new ChannelRoute("entry w2", true, true, 1e6, 50 * MILLI, MILLI, 0, 1, 100_000, 5_000_000, 4)));
    }
}
