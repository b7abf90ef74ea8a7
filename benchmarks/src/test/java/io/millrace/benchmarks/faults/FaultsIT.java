// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmarks.faults;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.benchmarks.report.Csv;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.io.TempDir;

/**
 * The death of a worker, a number that a bolt swallows, and with {@code -Plong} all other faults and an hour of faults
 * at random. Nothing else is lost; no time is asserted.
 */
@Timeout(value = 2, unit = TimeUnit.HOURS, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class FaultsIT {

    private static final String LONG = "millrace.long";
    private static final int RANDOM_SECONDS = 3_600;

    /** A number that is emitted a little later. */
    private static final int AHEAD = 100;

    @TempDir
    private Path directory;

    private FaultSeries series() throws Exception {
        return new FaultSeries(Csv.open(directory.resolve("faults.csv"), FaultRow.COLUMNS, 1, false), false);
    }

    private void run(Predicate<Fault> which, UnaryOperator<Fault> how) throws Exception {
        List<Fault> faults =
                FaultsBenchmark.faults().stream().filter(which).map(how).toList();
        List<FaultRow> rows = series().run(faults);
        assertThat(rows).hasSameSizeAs(faults).allSatisfy(FaultsIT::nothingIsLost);
    }

    private static void nothingIsLost(FaultRow row) {
        assertThat(row.isWhole() || row.verdict().startsWith(FaultRow.SKIPPED))
                .as("%s", row)
                .isTrue();
    }

    /** The kill and the loss share one cluster, as its start takes most of the time. */
    @Tag("long")
    @Test
    void nothingIsLostWhenAWorkerIsKilledAndALossWouldBeCounted() throws Exception {
        Fault kill = FaultsBenchmark.faults().stream()
                .filter(fault -> fault.name().equals("worker-kill"))
                .findFirst()
                .orElseThrow();
        Fault loss = Fault.of("loss", "nothing is lost", scene -> {
            Tally tally = scene.flow().tally();
            tally.swallow(tally.next(0) + AHEAD);
        });

        List<FaultRow> rows = series().run(List.of(kill.in(Setup.SMALL), loss.in(Setup.SMALL)));

        assertThat(rows).hasSize(2);
        nothingIsLost(rows.get(0));
        FaultRow lost = rows.get(1);
        assertThat(lost.lost()).isEqualTo(1);
        assertThat(lost.acked()).isEqualTo(lost.emitted());
        assertThat(lost.verdict()).isEqualTo("1 lost");
        assertThat(lost.isBroken()).isTrue();
    }

    @Test
    @EnabledIfSystemProperty(named = LONG, matches = "true")
    void nothingIsLostByAnyFault() throws Exception {
        run(fault -> true, UnaryOperator.identity());
    }

    @Test
    @EnabledIfSystemProperty(named = LONG, matches = "true")
    void nothingIsLostInAnHourOfFaults() throws Exception {
        assertThat(series().random(RANDOM_SECONDS, System.nanoTime())).allSatisfy(FaultsIT::nothingIsLost);
    }
}
