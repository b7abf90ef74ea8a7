// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmarks.stages;

import io.millrace.api.metrics.TracePart;
import io.millrace.benchmarks.report.Picture;
import io.millrace.benchmarks.report.Picture.Anchor;
import io.millrace.cli.traces.TracesReport;
import java.awt.Color;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;

/** The share of each part in the latency of each run, at the median and the 99th percentile, as bars; PNG and SVG. */
final class StackedBars {

    private static final int LEFT = 250;
    private static final int BAR_WIDTH = 560;
    private static final int BAR_HEIGHT = 20;
    private static final int ROW_HEIGHT = 28;
    private static final int TOP = 60;
    private static final int RIGHT = 110;
    private static final int LEGEND_STEP = 82;

    /** The colours of the parts. */
    private static final int[] COLOURS = {
        0x8d6e63, 0xc2185b, 0xe8a33d, 0x1b6ca8, 0x5c6bc0, 0x2a9d8f, 0x9e9d24, 0xd1495b, 0x3a7d44, 0x78909c, 0xbbbbbb
    };

    private StackedBars() {}

    static void write(Path directory, List<Outcome> outcomes) throws IOException {
        int rows = outcomes.stream()
                .mapToInt(outcome -> outcome.report().around().size())
                .sum();
        Picture picture = new Picture(LEFT + BAR_WIDTH + RIGHT, TOP + ROW_HEIGHT * rows + 10);
        for (TracePart part : TracePart.values()) {
            int x = 10 + LEGEND_STEP * part.ordinal();
            picture.rectangle(x, 14, 12, 12, colour(part));
            picture.text(x + 16, 24, Anchor.START, 12, part.name().toLowerCase(Locale.ROOT));
        }
        int y = TOP;
        for (Outcome outcome : outcomes) {
            for (TracesReport.Around around : outcome.report().around()) {
                draw(picture, y, outcome.cell().name() + ", p" + Math.round(around.at()), around);
                y += ROW_HEIGHT;
            }
        }
        picture.write(directory, "stages");
    }

    private static void draw(Picture picture, int y, String label, TracesReport.Around around) {
        picture.text(LEFT - 8, y + 15, Anchor.END, 12, label);
        double x = LEFT;
        for (TracePart part : TracePart.values()) {
            double width = BAR_WIDTH
                    * around.parts().stream()
                            .filter(one -> one.part() == part)
                            .mapToDouble(TracesReport.Part::share)
                            .sum();
            if (width > 0) {
                picture.rectangle(x, y, width, BAR_HEIGHT, colour(part));
                x += width;
            }
        }
        String latency = String.format(Locale.ROOT, "%.0f us", around.meanNanos() / 1e3);
        picture.text(LEFT + BAR_WIDTH + 8, y + 15, Anchor.START, 12, latency);
    }

    private static Color colour(TracePart part) {
        return new Color(COLOURS[part.ordinal()]);
    }
}
