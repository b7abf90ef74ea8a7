package io.millrace.benchmarks.report;

import java.awt.BasicStroke;
import java.awt.Color;
import java.awt.Font;
import java.awt.Graphics2D;
import java.awt.image.BufferedImage;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import javax.imageio.ImageIO;
import org.knowm.xchart.AnnotationLine;
import org.knowm.xchart.AnnotationText;
import org.knowm.xchart.BitmapEncoder;
import org.knowm.xchart.XYChart;
import org.knowm.xchart.XYChartBuilder;
import org.knowm.xchart.XYSeries;
import org.knowm.xchart.style.Styler;
import org.knowm.xchart.style.markers.SeriesMarkers;

/** Panels of lines over the same time, one below the other, with marks at what happened; written as a picture. */
public final class TimePlot {

    private static final int WIDTH = 1_000;
    private static final int HEIGHT = 330;
    private static final List<Color> COLORS = List.of(
            new Color(0x1f77b4), new Color(0xd95f02), new Color(0x2ca02c), new Color(0x7570b3), new Color(0x8c564b));
    private static final Color MARK = new Color(0x888888);

    /**
     * One panel.
     *
     * @param lines name of a line to its points, x in seconds; in the order in which they are drawn
     */
    public record Panel(
            String title, String yAxis, boolean logarithmic, Map<String, NavigableMap<Double, Double>> lines) {}

    private TimePlot() {}

    /**
     * Writes a PNG.
     *
     * @param marks seconds to what happened then
     */
    public static void write(Path file, List<Panel> panels, NavigableMap<Double, String> marks) throws IOException {
        System.setProperty("java.awt.headless", "true");
        double last = panels.stream()
                .flatMap(panel -> panel.lines().values().stream())
                .mapToDouble(points -> points.isEmpty() ? 0 : points.lastKey())
                .max()
                .orElse(1);
        List<BufferedImage> pictures = new ArrayList<>();
        for (Panel panel : panels) {
            pictures.add(BitmapEncoder.getBufferedImage(chart(panel, marks, last)));
        }
        BufferedImage whole = new BufferedImage(WIDTH, HEIGHT * panels.size(), BufferedImage.TYPE_INT_RGB);
        Graphics2D graphics = whole.createGraphics();
        for (int i = 0; i < pictures.size(); i++) {
            graphics.drawImage(pictures.get(i), 0, i * HEIGHT, null);
        }
        graphics.dispose();
        Files.createDirectories(file.toAbsolutePath().getParent());
        ImageIO.write(whole, "png", file.toFile());
    }

    private static XYChart chart(Panel panel, NavigableMap<Double, String> marks, double last) {
        XYChart chart = new XYChartBuilder()
                .width(WIDTH)
                .height(HEIGHT)
                .title(panel.title())
                .xAxisTitle("seconds")
                .yAxisTitle(panel.yAxis())
                .build();
        double highest = panel.lines().values().stream()
                .flatMap(points -> points.values().stream())
                .mapToDouble(Double::doubleValue)
                .max()
                .orElse(1);
        double top = panel.logarithmic() ? Math.pow(10, Math.ceil(Math.log10(highest))) : highest * 1.25;
        chart.getStyler()
                .setYAxisLogarithmic(panel.logarithmic())
                .setYAxisMax(top)
                .setXAxisMin(0.0)
                .setXAxisMax(last)
                .setLegendPosition(Styler.LegendPosition.OutsideE)
                .setChartBackgroundColor(Color.WHITE)
                .setAnnotationLineColor(MARK)
                .setAnnotationLineStroke(
                        new BasicStroke(1, BasicStroke.CAP_BUTT, BasicStroke.JOIN_MITER, 10, new float[] {4}, 0))
                .setAnnotationTextFont(new Font(Font.SANS_SERIF, Font.PLAIN, 11))
                .setAnnotationTextFontColor(Color.DARK_GRAY);
        if (!panel.logarithmic()) {
            chart.getStyler().setYAxisMin(0.0);
        }
        int index = 0;
        for (Map.Entry<String, NavigableMap<Double, Double>> line :
                panel.lines().entrySet()) {
            NavigableMap<Double, Double> points = line.getValue();
            XYSeries series =
                    chart.addSeries(line.getKey(), List.copyOf(points.keySet()), List.copyOf(points.values()));
            series.setLineColor(COLORS.get(index % COLORS.size()));
            series.setMarker(SeriesMarkers.NONE);
            series.setLineStyle(new BasicStroke(1.5f));
            index++;
        }
        int level = 0;
        for (Map.Entry<Double, String> mark : marks.entrySet()) {
            chart.addAnnotation(new AnnotationLine(mark.getKey(), true, false));
            double height =
                    panel.logarithmic() ? top * Math.pow(0.6, 1 + level % 2) : top * (0.96 - 0.07 * (level % 2));
            chart.addAnnotation(new AnnotationText(mark.getValue(), mark.getKey(), height, false));
            level++;
        }
        return chart;
    }
}
