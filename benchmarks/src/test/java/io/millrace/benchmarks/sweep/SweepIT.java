package io.millrace.benchmarks.sweep;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.millrace.benchmarks.machine.Options;
import io.millrace.benchmarks.macro.EngineCommand;
import io.millrace.benchmarks.report.Lines;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The sweep runs with real processes. No figure is asserted. */
class SweepIT {

    /** As little as shows that all parts work. */
    private static final Effort LITTLE = new Effort(0.2, 2, 0.1, 1);

    @TempDir
    private Path directory;

    @Test
    @Timeout(60)
    void aCellHasAFrequencyABoundAndLatencies() throws Exception {
        Cell cell = new Cell(Setting.SHM, 100_000, 10);
        try (Place place = new NodePlace(0.1)) {
            double bytesPerSecond = place.bytesPerSecond(cell.bytes());
            double taken = place.busyCores(cell, 50);
            assertThat(bytesPerSecond).isPositive();
            assertThat(taken).isBetween(0.0, (double) Runtime.getRuntime().availableProcessors());

            // Far below what any machine does, so that few tries are needed
            ObjectNode line = new CellRun(place, LITTLE)
                    .measure(EngineCommand.of(EngineCommand.MILLRACE, ""), cell, new Bound(cell, 5e6, 2, 2 - taken));

            assertThat(line.get("tries")).isNotEmpty();
            assertThat(line.at("/result/bound").asDouble()).isEqualTo(50);
            assertThat(line.at("/result/per_second").asDouble()).isPositive();
            assertThat(line.at("/result/half_p50_ms").asDouble()).isGreaterThanOrEqualTo(10);
            assertThat(line.at("/result/most_p99_ms").asDouble()).isGreaterThanOrEqualTo(10);
        }
    }

    @Test
    @Tag("long")
    @Timeout(600)
    void theQuickFormMeasuresNineCellsAndContinues() throws Exception {
        String out = "--out=" + directory.resolve("sweep.jsonl");
        String plots = "--plot=" + directory.resolve("plots");

        SweepBenchmark.run(new Options(new String[] {"--quick", "--cells=100 B", out, plots}));
        SweepBenchmark.run(new Options(new String[] {"--quick", "--continue", out, plots}));

        Lines lines = Lines.open(directory.resolve("sweep.jsonl"), true);
        assertThat(lines.of("shm")).hasSize(9);
        assertThat(new Field(lines, Setting.SHM).own()).allMatch(point -> point.perSecond() > 0);
    }
}
