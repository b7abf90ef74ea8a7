// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmarks.paper;

import io.millrace.benchmarks.paper.PaperFigure.Source;
import io.millrace.benchmarks.report.Bars;
import io.millrace.benchmarks.report.Lines;
import java.util.List;
import java.util.Map;

/** The figures of Carreira and Li on Spark Streaming, which the benchmarks of stages and of batches measure. */
final class BatchFigures {

    private static final String CARREIRA = "Carreira and Li";

    private static final String BLOCKS = "blocks of 100 records";
    private static final String RECORDS = "/result/records";
    private static final String CARRIED = "/result/carried";

    /** Records of 20 bytes per second: 80 MB/s. */
    private static final double PUBLISHED_MILLIONS = 4;

    private static final double MILLION = 1e6;
    private static final String SHORT_WAIT = "1 ms";
    private static final double STABLE_PERCENT = 99;

    private BatchFigures() {}

    static List<PaperFigure> all() {
        return List.of(waits(), work(), receivers(), intake());
    }

    private static PaperFigure waits() {
        return new MicrobatchReading(
                "ss-2",
                new Source(CARREIRA, "Fig. 2", "latency over the interval of batches, which is not stable below 10 ms"),
                "Latency over the wait of batches, by rate",
                new MicrobatchReading.Part("rates", "microbatch", 280),
                ReadTable.across(FiguresReading.MODE, "p99", "/result/p99"),
                BatchFigures::addStable);
    }

    private static PaperFigure work() {
        return new WorkShareReading(
                "ss-3",
                new Source(
                        CARREIRA,
                        "Fig. 3 and 4",
                        "at most 11 % of a record's time is work, 20 % is receiving it, and over a third is telling"
                                + " the driver about blocks; the distribution of the latency at two rates"),
                "What a record's time is spent on");
    }

    private static PaperFigure receivers() {
        return new MicrobatchReading(
                "ss-9",
                new Source(CARREIRA, "Fig. 9", "records taken in over the number of receivers and the size of records"),
                "Records taken in, by receivers and size",
                new MicrobatchReading.Part("receivers", "", 150),
                ReadTable.across(FiguresReading.MODE, "records/s", RECORDS),
                BatchFigures::addBlocks);
    }

    private static PaperFigure intake() {
        return new MicrobatchReading(
                "ss-intake",
                new Source(CARREIRA, "text", "4 million records of 20 B per second come in in blocks"),
                "Records of 20 B that one receiver takes in",
                new MicrobatchReading.Part("intake", "", 50),
                ReadTable.across(FiguresReading.MODE, "records/s", RECORDS),
                BatchFigures::addBlocks);
    }

    private static void addStable(Bars bars, Lines lines, String part) {
        for (String rate : lines.values(part, FiguresReading.CELL)) {
            Map<String, String> cell = Map.of(FiguresReading.CELL, rate, FiguresReading.MODE, SHORT_WAIT);
            double carried = 100 * lines.median(part, cell, CARRIED);
            bars.atLeast(rate + ": carried with a wait of " + SHORT_WAIT, carried, STABLE_PERCENT, "%");
        }
    }

    private static void addBlocks(Bars bars, Lines lines, String part) {
        for (String cell : lines.values(part, FiguresReading.CELL)) {
            Map<String, String> blocks = Map.of(FiguresReading.CELL, cell, FiguresReading.MODE, BLOCKS);
            double millions = lines.median(part, blocks, RECORDS) / MILLION;
            bars.atLeast(cell + ", " + BLOCKS, millions, PUBLISHED_MILLIONS, "million/s");
        }
    }
}
