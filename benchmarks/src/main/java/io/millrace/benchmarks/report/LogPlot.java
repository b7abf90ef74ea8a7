package io.millrace.benchmarks.report;

import java.awt.BasicStroke;
import java.awt.Color;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.NavigableMap;
import javax.imageio.ImageIO;
import org.knowm.xchart.BitmapEncoder;
import org.knowm.xchart.XYChart;
import org.knowm.xchart.XYChartBuilder;
import org.knowm.xchart.XYSeries;
import org.knowm.xchart.style.Styler;

/**
 * Lines over two logarithmic axes, as a picture of points and as one of shapes.
 *
 * @param lines name of a line to its points, all greater than 0; in the order of the legend
 */
public record LogPlot(
        String title, String xAxis, String yAxis, Map<String, ? extends NavigableMap<Double, Double>> lines) {

    private static final int WIDTH = 900;
    private static final int HEIGHT = 540;
    private static final int LEFT = 70;
    private static final int RIGHT = 260;
    private static final int TOP = 40;
    private static final int BOTTOM = 50;
    private static final List<Color> COLORS = List.of(
            new Color(0x1f77b4),
            new Color(0xd95f02),
            new Color(0x2ca02c),
            new Color(0x7570b3),
            new Color(0x8c564b),
            new Color(0x666666));

    public void writePng(Path file) throws IOException {
        System.setProperty("java.awt.headless", "true");
        XYChart chart = new XYChartBuilder()
                .width(WIDTH)
                .height(HEIGHT)
                .title(title)
                .xAxisTitle(xAxis)
                .yAxisTitle(yAxis)
                .build();
        chart.getStyler()
                .setXAxisLogarithmic(true)
                .setYAxisLogarithmic(true)
                .setLegendPosition(Styler.LegendPosition.OutsideE)
                .setChartBackgroundColor(Color.WHITE);
        int index = 0;
        for (Map.Entry<String, ? extends NavigableMap<Double, Double>> line : lines.entrySet()) {
            NavigableMap<Double, Double> points = line.getValue();
            XYSeries series =
                    chart.addSeries(line.getKey(), List.copyOf(points.keySet()), List.copyOf(points.values()));
            series.setLineColor(color(index));
            series.setMarkerColor(color(index));
            series.setLineStyle(new BasicStroke(2));
            index++;
        }
        Files.createDirectories(file.toAbsolutePath().getParent());
        ImageIO.write(BitmapEncoder.getBufferedImage(chart), "png", file.toFile());
    }

    private static Color color(int index) {
        return COLORS.get(index % COLORS.size());
    }

    public void writeSvg(Path file) throws IOException {
        StringBuilder svg = new StringBuilder();
        add(
                svg,
                "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%d\" height=\"%d\" font-family=\"sans-serif\">",
                WIDTH,
                HEIGHT);
        add(svg, "<rect width=\"100%%\" height=\"100%%\" fill=\"white\"/>");
        text(svg, (double) WIDTH / 2, 22, "middle", 16, title);
        text(svg, (double) (LEFT + WIDTH - RIGHT) / 2, HEIGHT - 12, "middle", 13, xAxis);
        text(svg, LEFT, TOP - 6, "middle", 13, yAxis);
        double[] x = decades(true);
        double[] y = decades(false);
        for (double decade = x[0]; decade <= x[1]; decade++) {
            double at = place(decade, x, LEFT, WIDTH - RIGHT);
            line(svg, at, TOP, at, HEIGHT - BOTTOM);
            text(svg, at, HEIGHT - BOTTOM + 18, "middle", 12, number(decade));
        }
        for (double decade = y[0]; decade <= y[1]; decade++) {
            double at = place(decade, y, HEIGHT - BOTTOM, TOP);
            line(svg, LEFT, at, WIDTH - RIGHT, at);
            text(svg, LEFT - 6, at + 4, "end", 12, number(decade));
        }
        int index = 0;
        for (Map.Entry<String, ? extends NavigableMap<Double, Double>> line : lines.entrySet()) {
            String color = String.format("#%06x", color(index).getRGB() & 0xffffff);
            StringBuilder points = new StringBuilder();
            line.getValue().forEach((px, py) -> {
                double at = place(Math.log10(px), x, LEFT, WIDTH - RIGHT);
                double height = place(Math.log10(py), y, HEIGHT - BOTTOM, TOP);
                points.append(String.format(Locale.ROOT, "%.1f,%.1f ", at, height));
                add(svg, "<circle cx=\"%.1f\" cy=\"%.1f\" r=\"3.5\" fill=\"%s\"/>", at, height, color);
            });
            add(
                    svg,
                    "<polyline points=\"%s\" fill=\"none\" stroke=\"%s\" stroke-width=\"2\"/>",
                    points.toString().strip(),
                    color);
            double row = TOP + 10 + 20 * index;
            add(
                    svg,
                    "<rect x=\"%d\" y=\"%.1f\" width=\"14\" height=\"4\" fill=\"%s\"/>",
                    WIDTH - RIGHT + 14,
                    row - 5,
                    color);
            text(svg, WIDTH - RIGHT + 34, row, "start", 12, line.getKey());
            index++;
        }
        svg.append("</svg>\n");
        Files.createDirectories(file.toAbsolutePath().getParent());
        Files.writeString(file, svg);
    }

    /** Returns the powers of ten around all values of an axis. */
    private double[] decades(boolean ofX) {
        double[] logs = lines.values().stream()
                .flatMap(line -> (ofX ? line.keySet() : line.values()).stream())
                .mapToDouble(Math::log10)
                .toArray();
        double least = Double.POSITIVE_INFINITY;
        double most = Double.NEGATIVE_INFINITY;
        for (double log : logs) {
            least = Math.min(least, log);
            most = Math.max(most, log);
        }
        double from = Math.floor(least);
        return new double[] {from, Math.max(from + 1, Math.ceil(most))};
    }

    private static double place(double log, double[] range, double from, double to) {
        return from + (log - range[0]) / (range[1] - range[0]) * (to - from);
    }

    private static String number(double decade) {
        return decade >= 0
                ? String.format(Locale.ROOT, "%.0f", Math.pow(10, decade))
                : String.format(Locale.ROOT, "%." + (int) -decade + "f", Math.pow(10, decade));
    }

    private static void line(StringBuilder svg, double x1, double y1, double x2, double y2) {
        add(svg, "<line x1=\"%.1f\" y1=\"%.1f\" x2=\"%.1f\" y2=\"%.1f\" stroke=\"#ddd\"/>", x1, y1, x2, y2);
    }

    private static void text(StringBuilder svg, double x, double y, String anchor, int size, String text) {
        add(svg, "<text x=\"%.1f\" y=\"%.1f\" text-anchor=\"%s\" font-size=\"%d\">%s</text>", x, y, anchor, size, text);
    }

    private static void add(StringBuilder svg, String format, Object... values) {
        svg.append(String.format(Locale.ROOT, format, values)).append('\n');
    }
}
