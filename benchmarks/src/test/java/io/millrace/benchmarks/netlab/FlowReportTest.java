// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmarks.netlab;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.benchmarks.macro.Signals;
import java.nio.file.Path;
import java.util.List;
import java.util.NavigableMap;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FlowReportTest {

    @TempDir
    Path directory;

    @Test
    void sinksThatTookTheSameSecondAreAddedUp() throws Exception {
        Signals.start(directory, System.nanoTime() - 5_000_000_000L);
        FlowSink one = new FlowSink(directory, 0);
        FlowSink other = new FlowSink(directory, 1);
        long due = System.nanoTime() - 2_000_000_000L;
        one.take(due, true);
        other.take(due, false);
        other.take(due, true);
        one.close();
        other.close();
        // A task that is taken over has a second sink
        FlowSink next = new FlowSink(directory, 0);
        next.take(due, false);
        next.close();
        next.close();

        NavigableMap<Integer, FlowReport.Second> seconds = FlowReport.read(directory);

        assertThat(seconds.values().stream()
                        .mapToLong(FlowReport.Second::tuples)
                        .sum())
                .isEqualTo(4);
        assertThat(seconds.values().stream()
                        .mapToLong(FlowReport.Second::crossed)
                        .sum())
                .isEqualTo(2);
        assertThat(seconds.firstKey()).isGreaterThanOrEqualTo(5);
        assertThat(seconds.firstEntry().getValue().lateMillis(50)).isGreaterThanOrEqualTo(1_980);
    }

    @Test
    void aResultKeepsEverySecondAndContinues() throws Exception {
        Path file = directory.resolve("flow.csv");
        AutoRebalanceResult first = AutoRebalanceResult.open(file, false);
        NavigableMap<Integer, FlowReport.Second> flow = new TreeMap<>();
        flow.put(1, new FlowReport.Second(4, 1, FlowSink.newHistogram()));
        flow.get(1).lateMicros().recordValue(2_500);
        first.add(true, flow, 3, List.of(new AutoRebalanceResult.Event(1.25, "2 tasks move")));
        AutoRebalanceResult second = AutoRebalanceResult.open(file, true);
        second.add(false, flow, 3, List.of());

        assertThat(java.nio.file.Files.readAllLines(file)).hasSize(7).contains("true,0,0,0,0,,");
        assertThat(java.nio.file.Files.readAllLines(file).get(2)).startsWith("true,1,4,1,0.2500,2.5");
        assertThat(java.nio.file.Files.readAllLines(directory.resolve("flow-events.csv")))
                .containsExactly("automatic,second,event", "true,1.3,2 tasks move");
        Path plot = directory.resolve("plot.png");
        second.plot(plot);
        assertThat(javax.imageio.ImageIO.read(plot.toFile()).getHeight())
                .as("three panels")
                .isEqualTo(1_200);
        assertThat(directory.resolve("plot.svg")).content().contains("2 tasks move", "automatic", "as placed");
    }
}
