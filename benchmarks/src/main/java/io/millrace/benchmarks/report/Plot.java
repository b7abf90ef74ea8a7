package io.millrace.benchmarks.report;

import java.awt.BasicStroke;
import java.awt.Color;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import javax.imageio.ImageIO;
import org.knowm.xchart.BitmapEncoder;
import org.knowm.xchart.XYChart;
import org.knowm.xchart.XYChartBuilder;
import org.knowm.xchart.XYSeries;
import org.knowm.xchart.style.Styler;

/** Lines over the round-trip time, written as a picture. */
public final class Plot {

    private static final int WIDTH = 900;
    private static final int HEIGHT = 540;
    private static final List<Color> COLORS = List.of(
            new Color(0x1f77b4),
            new Color(0xd95f02),
            new Color(0x2ca02c),
            new Color(0x7570b3),
            new Color(0x8c564b),
            new Color(0x666666));

    private Plot() {}

    /**
     * Writes a PNG.
     *
     * @param lines name of a line to its points, x in milliseconds of round-trip time
     */
    public static void write(
            Path file, String title, String yAxis, Map<String, ? extends NavigableMap<Double, Double>> lines)
            throws IOException {
        System.setProperty("java.awt.headless", "true");
        XYChart chart = new XYChartBuilder()
                .width(WIDTH)
                .height(HEIGHT)
                .title(title)
                .xAxisTitle("round-trip time (ms)")
                .yAxisTitle(yAxis)
                .build();
        chart.getStyler().setLegendPosition(Styler.LegendPosition.OutsideE);
        chart.getStyler().setChartBackgroundColor(Color.WHITE);
        chart.getStyler().setXAxisLogarithmic(true);
        chart.getStyler().setYAxisMin(0.0);
        int index = 0;
        for (Map.Entry<String, ? extends NavigableMap<Double, Double>> line : new TreeMap<>(lines).entrySet()) {
            NavigableMap<Double, Double> points = line.getValue();
            XYSeries series =
                    chart.addSeries(line.getKey(), List.copyOf(points.keySet()), List.copyOf(points.values()));
            series.setLineColor(COLORS.get(index % COLORS.size()));
            series.setMarkerColor(COLORS.get(index % COLORS.size()));
            series.setLineStyle(new BasicStroke(2));
            index++;
        }
        Files.createDirectories(file.toAbsolutePath().getParent());
        ImageIO.write(BitmapEncoder.getBufferedImage(chart), "png", file.toFile());
    }
}
