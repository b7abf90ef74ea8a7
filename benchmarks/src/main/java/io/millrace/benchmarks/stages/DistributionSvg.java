package io.millrace.benchmarks.stages;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** Draws distributions over a logarithmic axis of time, as SVG. */
final class DistributionSvg {

    private static final int LEFT = 60;
    private static final int TOP = 40;
    private static final int WIDTH = 640;
    private static final int HEIGHT = 400;
    private static final int LEGEND = 200;
    private static final int LEGEND_STEP = 20;
    private static final int PERCENT_STEP = 25;
    private static final List<String> COLOURS =
            List.of("#1b6ca8", "#c2185b", "#3a7d44", "#e8a33d", "#5c6bc0", "#8d6e63");

    private DistributionSvg() {}

    static List<String> of(String title, Map<String, Distributions.Line> lines) {
        double low = Math.floor(Math.log10(lines.values().stream()
                .flatMap(line -> line.micros().stream())
                .mapToDouble(Double::doubleValue)
                .min()
                .orElse(1)));
        double high = Math.ceil(Math.log10(lines.values().stream()
                .flatMap(line -> line.micros().stream())
                .mapToDouble(Double::doubleValue)
                .max()
                .orElse(10)));
        double decades = Math.max(1, high - low);
        List<String> svg = new ArrayList<>();
        svg.add(format(
                "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%d\" height=\"%d\" font-family=\"sans-serif\" font-size=\"12\">",
                LEFT + WIDTH + LEGEND, TOP + HEIGHT + 50));
        svg.add("<rect width=\"100%\" height=\"100%\" fill=\"white\"/>");
        svg.add(text(LEFT + WIDTH / 2.0, 22, "middle", title));
        svg.add(text(LEFT + WIDTH / 2.0, TOP + HEIGHT + 40, "middle", "microseconds"));
        svg.add(text(LEFT, TOP - 8, "middle", "percent of ways"));
        for (int percent = 0; percent <= 100; percent += PERCENT_STEP) {
            double y = y(percent);
            svg.add(grid(LEFT, y, LEFT + WIDTH, y));
            svg.add(text(LEFT - 8, y + 4, "end", Integer.toString(percent)));
        }
        for (int decade = 0; decade <= decades; decade++) {
            double x = LEFT + WIDTH * decade / decades;
            svg.add(grid(x, TOP, x, TOP + HEIGHT));
            svg.add(text(x, TOP + HEIGHT + 18, "middle", format("%.0f", Math.pow(10, low + decade))));
        }
        int index = 0;
        for (Map.Entry<String, Distributions.Line> entry : lines.entrySet()) {
            String colour = COLOURS.get(index % COLOURS.size());
            StringBuilder points = new StringBuilder();
            Distributions.Line line = entry.getValue();
            for (int i = 0; i < line.micros().size(); i++) {
                double x = LEFT + WIDTH * (Math.log10(line.micros().get(i)) - low) / decades;
                points.append(format("%.1f,%.1f ", x, y(line.percent().get(i))));
            }
            svg.add(format(
                    "<polyline points=\"%s\" fill=\"none\" stroke=\"%s\" stroke-width=\"1.5\"/>",
                    points.toString().strip(), colour));
            double row = TOP + 10.0 + LEGEND_STEP * index++;
            svg.add(format(
                    "<rect x=\"%d\" y=\"%.1f\" width=\"12\" height=\"3\" fill=\"%s\"/>",
                    LEFT + WIDTH + 16, row - 5, colour));
            svg.add(text(LEFT + WIDTH + 34.0, row, "start", entry.getKey()));
        }
        svg.add("</svg>");
        return svg;
    }

    private static double y(double percent) {
        return TOP + HEIGHT * (1 - percent / 100);
    }

    private static String grid(double x1, double y1, double x2, double y2) {
        return format("<line x1=\"%.1f\" y1=\"%.1f\" x2=\"%.1f\" y2=\"%.1f\" stroke=\"#ddd\"/>", x1, y1, x2, y2);
    }

    private static String text(double x, double y, String anchor, String content) {
        return format("<text x=\"%.1f\" y=\"%.1f\" text-anchor=\"%s\">%s</text>", x, y, anchor, content);
    }

    private static String format(String format, Object... values) {
        return String.format(Locale.ROOT, format, values);
    }
}
