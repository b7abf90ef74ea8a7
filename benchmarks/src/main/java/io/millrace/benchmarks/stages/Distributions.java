package io.millrace.benchmarks.stages;

import java.awt.Color;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import javax.imageio.ImageIO;
import org.knowm.xchart.BitmapEncoder;
import org.knowm.xchart.XYChart;
import org.knowm.xchart.XYChartBuilder;
import org.knowm.xchart.style.Styler;
import org.knowm.xchart.style.markers.SeriesMarkers;

/** The distribution of the latency of each workload, a line for each place and rate; PNG. */
final class Distributions {

    private static final int WIDTH = 900;
    private static final int HEIGHT = 540;

    private Distributions() {}

    static void write(Path directory, List<Outcome> outcomes) throws IOException {
        System.setProperty("java.awt.headless", "true");
        Map<String, List<Outcome>> byWorkload = new LinkedHashMap<>();
        for (Outcome outcome : outcomes) {
            byWorkload
                    .computeIfAbsent(outcome.cell().shape().name().toLowerCase(Locale.ROOT), none -> new ArrayList<>())
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
            for (Outcome outcome : of.getValue()) {
                add(chart, outcome);
            }
            ImageIO.write(
                    BitmapEncoder.getBufferedImage(chart),
                    "png",
                    directory.resolve("distribution-" + of.getKey() + ".png").toFile());
        }
    }

    private static void add(XYChart chart, Outcome outcome) {
        List<Double> micros = new ArrayList<>();
        List<Double> percent = new ArrayList<>();
        for (String line :
                outcome.distribution().subList(1, outcome.distribution().size())) {
            String[] columns = line.split(",");
            percent.add(Double.valueOf(columns[0]));
            micros.add(Math.max(1, Double.parseDouble(columns[1]) / 1e3));
        }
        chart.addSeries(outcome.cell().place().label + " " + outcome.cell().rate() + "/s", micros, percent)
                .setMarker(SeriesMarkers.NONE);
    }
}
