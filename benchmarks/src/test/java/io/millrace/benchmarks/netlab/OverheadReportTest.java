// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmarks.netlab;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;

class OverheadReportTest {

    private static final long ONE_WAY = 50_000_000;

    @Test
    void totalIsOverheadAndTheWireForEachCrossing() {
        Histogram[] overheads = OverheadSink.newHistograms();
        overheads[0].recordValueWithCount(1_000_000, 90);
        overheads[2].recordValueWithCount(3_000_000, 10);
        OverheadReport report = new OverheadReport(1, new Arrivals(1), overheads);

        assertThat(NetlabResult.millis(report.overhead(), 50)).isCloseTo(1, within(0.01));
        assertThat(NetlabResult.millis(report.overhead(), 99)).isCloseTo(3, within(0.01));
        assertThat(NetlabResult.millis(report.total(ONE_WAY), 50)).isCloseTo(1, within(0.01));
        assertThat(NetlabResult.millis(report.total(ONE_WAY), 99)).isCloseTo(103, within(0.2));
    }

    @Test
    void aWireThatIsFasterThanSinksWereToldIsRefused() {
        Histogram[] overheads = OverheadSink.newHistograms();
        overheads[0].recordValueWithCount(OverheadSink.NO_OVERHEAD, 90);
        overheads[1].recordValueWithCount(3_000_000, 10_000);
        OverheadReport report = new OverheadReport(1, new Arrivals(1), overheads);
        assertThat(report.requireWire()).isSameAs(report);

        overheads[2].recordValueWithCount(OverheadSink.NO_OVERHEAD, 1);

        assertThatThrownBy(report::requireWire)
                .isInstanceOf(IllegalStateException.class)
                .hasMessageStartingWith("1 of 10001 tuples came faster than the delay between the hosts");
    }
}
