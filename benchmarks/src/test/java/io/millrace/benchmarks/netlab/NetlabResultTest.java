// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmarks.netlab;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.benchmarks.machine.Lab;
import io.millrace.benchmarks.macro.Promise;
import io.millrace.benchmarks.macro.Shape;
import io.millrace.benchmarks.macro.Workload;
import java.util.List;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;

class NetlabResultTest {

    private static final Cell CELL = new Cell(new Workload(Shape.SOL, 100, 2, Promise.atMostOnce(), 1, 1), 10);

    @Test
    void ofSeveralTurnsTheOneInTheMiddleCounts() {
        NetlabResult slow = result(9_000_000);
        NetlabResult fast = result(1_000_000);
        NetlabResult middle = result(2_000_000);

        assertThat(NetlabResult.median(List.of(slow, fast, middle))).isSameAs(middle);
        assertThat(NetlabResult.median(List.of(slow, fast))).isSameAs(fast);
        assertThat(NetlabResult.median(List.of(slow))).isSameAs(slow);
    }

    private static NetlabResult result(long overheadNanos) {
        Histogram[] overheads = OverheadSink.newHistograms();
        overheads[1].recordValue(overheadNanos);
        return new NetlabResult(
                CELL,
                new OverheadReport(1, new Arrivals(1), overheads),
                1,
                0.5,
                new Lab.Status(1, 0, 0, 0),
                List.of(),
                new WorkersUse(List.of(), 1, 0));
    }
}
