// SPDX-License-Identifier: Apache-2.0
package io.millrace.cli.traces;

import io.millrace.cli.terminal.Format;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * Draws a distribution as an SVG file: the time on a logarithmic axis, and the share of the traces below it. Stateless.
 */
public final class DistributionPlot {

    private static final int WIDTH = 760;
    private static final int HEIGHT = 440;
    private static final int LEFT = 60;
    private static final int TOP = 40;
    private static final int PLOT_WIDTH = 520;
    private static final int PLOT_HEIGHT = 340;
    private static final int LINE = 20;

    /** The shortest time on the axis; shorter ones are drawn as this one. */
    private static final long LEAST_NANOS = 100;

    private static final List<String> COLOURS = List.of(
            "#222222", "#1b6ca8", "#d1495b", "#3a7d44", "#e8a33d", "#7b4fa3", "#2a9d8f", "#8d6e63", "#c2185b",
            "#5c6bc0", "#9e9d24", "#78909c");

    private DistributionPlot() {}

    public static List<String> svg(String topology, TraceDistribution distribution) {
        long most = distribution.curves().stream()
                .mapToLong(curve -> curve.nanos().get(curve.nanos().size() - 1))
                .max()
                .orElse(LEAST_NANOS);
        int decades = Math.max(1, (int) Math.ceil(Math.log10((double) Math.max(most, LEAST_NANOS) / LEAST_NANOS)));
        List<String> lines = new ArrayList<>();
        lines.add("<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"" + WIDTH + "\" height=\"" + HEIGHT
                + "\" font-family=\"sans-serif\" font-size=\"12\">");
        lines.add("<rect width=\"100%\" height=\"100%\" fill=\"white\"/>");
        lines.add(text(LEFT, TOP - 15, "start", "Latency of traces of " + escaped(topology) + ", and of their parts"));
        for (int decade = 0; decade <= decades; decade++) {
            double x = LEFT + (double) PLOT_WIDTH * decade / decades;
            lines.add(line(x, TOP, x, TOP + PLOT_HEIGHT));
            long nanos = Math.round(LEAST_NANOS * Math.pow(10, decade));
            lines.add(text(x, TOP + PLOT_HEIGHT + LINE, "middle", Format.nanos(nanos)));
        }
        for (int percent = 0; percent <= 100; percent += 25) {
            double y = TOP + PLOT_HEIGHT * (1 - percent / 100.0);
            lines.add(line(LEFT, y, LEFT + PLOT_WIDTH, y));
            lines.add(text(LEFT - 8, y + 4, "end", percent + " %"));
        }
        for (int i = 0; i < distribution.curves().size(); i++) {
            TraceDistribution.Curve curve = distribution.curves().get(i);
            String colour = COLOURS.get(i % COLOURS.size());
            lines.add("<polyline fill=\"none\" stroke=\"" + colour + "\" stroke-width=\"" + (i == 0 ? 2.5 : 1.5)
                    + "\" points=\"" + points(distribution.percentiles(), curve, decades) + "\"/>");
            double y = TOP + LINE * (i + 0.5);
            lines.add("<rect x=\"" + (LEFT + PLOT_WIDTH + 20) + "\" y=\"" + (y - 9)
                    + "\" width=\"12\" height=\"12\" fill=\"" + colour + "\"/>");
            lines.add(text(LEFT + PLOT_WIDTH + 38, y + 1, "start", curve.name().replace('_', ' ')));
        }
        lines.add("</svg>");
        return lines;
    }

    private static String points(List<Double> percentiles, TraceDistribution.Curve curve, int decades) {
        StringBuilder points = new StringBuilder();
        for (int i = 0; i < percentiles.size(); i++) {
            double nanos = Math.max(LEAST_NANOS, curve.nanos().get(i));
            double x = LEFT + PLOT_WIDTH * Math.log10(nanos / LEAST_NANOS) / decades;
            double y = TOP + PLOT_HEIGHT * (1 - percentiles.get(i) / 100);
            points.append(String.format(Locale.ROOT, "%.1f,%.1f ", x, y));
        }
        return points.toString().strip();
    }

    private static String line(double fromX, double fromY, double toX, double toY) {
        return String.format(
                Locale.ROOT,
                "<line x1=\"%.1f\" y1=\"%.1f\" x2=\"%.1f\" y2=\"%.1f\" stroke=\"#dddddd\"/>",
                fromX,
                fromY,
                toX,
                toY);
    }

    private static String text(double x, double y, String anchor, String content) {
        return String.format(
                Locale.ROOT, "<text x=\"%.1f\" y=\"%.1f\" text-anchor=\"%s\">%s</text>", x, y, anchor, content);
    }

    private static String escaped(String text) {
        return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;");
    }
}
