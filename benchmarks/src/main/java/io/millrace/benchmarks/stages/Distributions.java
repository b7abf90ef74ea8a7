package io.millrace.benchmarks.stages;

import java.awt.Color;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import javax.imageio.ImageIO;
import org.knowm.xchart.BitmapEncoder;
import org.knowm.xchart.XYChart;
import org.knowm.xchart.XYChartBuilder;
import org.knowm.xchart.style.Styler;
import org.knowm.xchart.style.markers.SeriesMarkers;

/** The distribution of the latency of each workload, a line for each place and rate; PNG and SVG. */
final class Distributions {

    private static final int WIDTH = 900;
    private static final int HEIGHT = 540;

    private Distributions() {}

    static void write(Path directory, List<Outcome> outcomes) throws IOException {
        System.setProperty("java.awt.headless", "true");
        Map<String, List<Outcome>> byWorkload = new LinkedHashMap<>();
        for (Outcome outcome : outcomes) {
            byWorkload
                    .computeIfAbsent(outcome.cell().workloadName(), none -> new ArrayList<>())
                    .add(outcome);
        }
        for (Map.Entry<String, List<Outcome>> of : byWorkload.entrySet()) {
            XYChart chart = new XYChartBuilder()
                    .width(WIDTH)
                    .height(HEIGHT)
                    .title(of.getKey() + ": end to end")
                    .xAxisTitle("microseconds")
                    .yAxisTitle("percent of ways")
                    .build();
            chart.getStyler().setLegendPosition(Styler.LegendPosition.OutsideE);
            chart.getStyler().setChartBackgroundColor(Color.WHITE);
            chart.getStyler().setXAxisLogarithmic(true);
            lines(of.getValue())
                    .forEach((name, line) ->
                            chart.addSeries(name, line.micros(), line.percent()).setMarker(SeriesMarkers.NONE));
            ImageIO.write(
                    BitmapEncoder.getBufferedImage(chart),
                    "png",
                    directory.resolve("distribution-" + of.getKey() + ".png").toFile());
            Files.write(
                    directory.resolve("distribution-" + of.getKey() + ".svg"),
                    DistributionSvg.of(of.getKey() + ": end to end", lines(of.getValue())));
        }
    }

    /** A distribution, in ascending order. */
    record Line(List<Double> micros, List<Double> percent) {}

    private static Map<String, Line> lines(List<Outcome> outcomes) {
        Map<String, Line> lines = new LinkedHashMap<>();
        for (Outcome outcome : outcomes) {
            Line line = new Line(new ArrayList<>(), new ArrayList<>());
            outcome.distribution().stream().skip(1).map(row -> row.split(",")).forEach(columns -> {
                line.percent().add(Double.valueOf(columns[0]));
                line.micros().add(Math.max(1, Double.parseDouble(columns[1]) / 1e3));
            });
            lines.put(outcome.cell().place().label + " " + outcome.cell().rate() + "/s", line);
        }
        return lines;
    }
}
