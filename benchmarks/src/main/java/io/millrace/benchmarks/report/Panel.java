// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmarks.report;

import io.millrace.benchmarks.report.Picture.Anchor;
import java.awt.Color;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * Lines, or columns of parts that are stacked, between two axes; several are drawn below each other.
 *
 * @param columns label of a column to its parts, in the order of the legend; empty for lines
 * @param lines name of a line to its points, in the order of the legend; empty for columns
 * @param marks what happened at an x, with lines
 */
public record Panel(
        String title,
        Axes axes,
        Map<String, Map<String, Double>> columns,
        Map<String, ? extends NavigableMap<Double, Double>> lines,
        NavigableMap<Double, String> marks) {

    /**
     * What the values are, and whether they are logarithmic. What is not above 0 is not on a logarithmic axis.
     */
    private record Axes(String x, String y, boolean logX, boolean logY) {

        boolean has(Map.Entry<Double, Double> point) {
            return (!logX || point.getKey() > 0) && (!logY || point.getValue() > 0);
        }
    }

    private static final int WIDTH = 1000;
    private static final int HEIGHT = 400;
    private static final int LEFT = 80;
    private static final int RIGHT = 250;
    private static final int TOP = 40;
    private static final int BOTTOM = 50;
    private static final int TICKS = 5;
    private static final Color GRID = new Color(0xdddddd);
    private static final Color MARK = new Color(0x888888);
    private static final List<Color> COLORS = List.of(
            new Color(0x1f77b4),
            new Color(0xd95f02),
            new Color(0x2ca02c),
            new Color(0x7570b3),
            new Color(0x8c564b),
            new Color(0x666666),
            new Color(0xe7298a),
            new Color(0x17becf));

    /** What belongs to a value between the ends of an axis. */
    private record Axis(double least, double most, boolean log, double from, double to) {
        double place(double value) {
            double share = log
                    ? (Math.log10(Math.max(value, least)) - Math.log10(least)) / (Math.log10(most) - Math.log10(least))
                    : (value - least) / (most - least);
            return from + share * (to - from);
        }

        List<Double> ticks() {
            List<Double> ticks = new ArrayList<>();
            if (log) {
                for (double tick = least; tick <= most * 1.001; tick *= 10) {
                    ticks.add(tick);
                }
            } else {
                for (int i = 0; i <= TICKS; i++) {
                    ticks.add(least + (most - least) * i / TICKS);
                }
            }
            return ticks;
        }
    }

    /** Lines over two axes. */
    public static Panel ofLines(
            String title,
            String xAxis,
            String yAxis,
            boolean logX,
            boolean logY,
            Map<String, ? extends NavigableMap<Double, Double>> lines) {
        return new Panel(title, new Axes(xAxis, yAxis, logX, logY), Map.of(), lines, new TreeMap<>());
    }

    /** Lines over the round-trip time in milliseconds. */
    public static Panel overRtt(String title, String yAxis, Map<String, NavigableMap<Double, Double>> lines) {
        return ofLines(title, "round-trip time (ms)", yAxis, true, false, lines);
    }

    /** Lines over seconds, with marks at what happened. */
    public static Panel overTime(
            String title,
            String yAxis,
            boolean logY,
            Map<String, ? extends NavigableMap<Double, Double>> lines,
            NavigableMap<Double, String> marks) {
        return new Panel(title, new Axes("seconds", yAxis, false, logY), Map.of(), lines, marks);
    }

    /** Columns of parts, the first of them at the bottom. */
    public static Panel ofColumns(String title, String xAxis, String yAxis, Map<String, Map<String, Double>> columns) {
        return new Panel(title, new Axes(xAxis, yAxis, false, false), columns, Map.of(), new TreeMap<>());
    }

    public static Picture picture(List<Panel> panels) {
        Picture picture = new Picture(WIDTH, HEIGHT * panels.size());
        for (int i = 0; i < panels.size(); i++) {
            panels.get(i).draw(picture, i * HEIGHT);
        }
        return picture;
    }

    /** Draws panels into a file of points, and into one of shapes beside it. */
    public static void write(Path png, List<Panel> panels) throws IOException {
        String name = png.getFileName().toString().replaceFirst("\\.png$", "");
        picture(panels).write(png.toAbsolutePath().getParent(), name);
    }

    private void draw(Picture picture, int top) {
        picture.text((LEFT + WIDTH - RIGHT) / 2.0, top + 20, Anchor.MIDDLE, 15, title);
        picture.text((LEFT + WIDTH - RIGHT) / 2.0, top + HEIGHT - 10, Anchor.MIDDLE, 12, axes.x);
        picture.text(8, top + TOP - 8, Anchor.START, 12, axes.y);
        Axis y = yAxis(top);
        for (double tick : y.ticks()) {
            picture.line(LEFT, y.place(tick), WIDTH - RIGHT, y.place(tick), GRID, 1);
            picture.text(LEFT - 6, y.place(tick) + 4, Anchor.END, 11, number(tick));
        }
        if (columns.isEmpty()) {
            drawLines(picture, top, y);
        } else {
            drawColumns(picture, top, y);
        }
    }

    private Axis yAxis(int top) {
        double most = columns.isEmpty()
                ? lines.values().stream()
                        .flatMap(line -> line.values().stream())
                        .mapToDouble(Double::doubleValue)
                        .max()
                        .orElse(1)
                : columns.values().stream()
                        .mapToDouble(column -> column.values().stream()
                                .mapToDouble(Double::doubleValue)
                                .sum())
                        .max()
                        .orElse(1);
        double from = top + HEIGHT - BOTTOM;
        double to = top + TOP;
        if (!axes.logY) {
            return new Axis(0, most > 0 ? most * 1.05 : 1, false, from, to);
        }
        double least = lines.values().stream()
                .flatMap(line -> line.values().stream())
                .mapToDouble(Double::doubleValue)
                .filter(value -> value > 0)
                .min()
                .orElse(1);
        return decades(least, most, from, to);
    }

    private static Axis decades(double least, double most, double from, double to) {
        double low = Math.pow(10, Math.floor(Math.log10(least)));
        return new Axis(low, Math.max(low * 10, Math.pow(10, Math.ceil(Math.log10(most)))), true, from, to);
    }

    private void drawLines(Picture picture, int top, Axis y) {
        double[] values = Stream.concat(
                        lines.values().stream().flatMap(line -> line.keySet().stream()), marks.keySet().stream())
                .mapToDouble(Double::doubleValue)
                .filter(value -> !axes.logX || value > 0)
                .sorted()
                .toArray();
        double least = values.length == 0 ? 1 : values[0];
        double most = values.length == 0 ? 2 : values[values.length - 1];
        Axis x = axes.logX
                ? decades(least, most, LEFT, WIDTH - RIGHT)
                : new Axis(least, most > least ? most : least + 1, false, LEFT, WIDTH - RIGHT);
        for (double tick : x.ticks()) {
            picture.line(x.place(tick), top + TOP, x.place(tick), top + HEIGHT - BOTTOM, GRID, 1);
            picture.text(x.place(tick), top + HEIGHT - BOTTOM + 16, Anchor.MIDDLE, 11, number(tick));
        }
        int index = 0;
        for (Map.Entry<String, ? extends NavigableMap<Double, Double>> line : lines.entrySet()) {
            Color color = COLORS.get(index % COLORS.size());
            double[] last = null;
            boolean few = line.getValue().size() <= 40;
            for (Map.Entry<Double, Double> point : line.getValue().entrySet()) {
                if (!axes.has(point)) {
                    continue;
                }
                double[] at = {x.place(point.getKey()), y.place(point.getValue())};
                if (last != null) {
                    picture.line(last[0], last[1], at[0], at[1], color, 2);
                }
                if (few) {
                    picture.dot(at[0], at[1], 3.5, color);
                }
                last = at;
            }
            legend(picture, top, index++, color, line.getKey());
        }
        int level = 0;
        for (Map.Entry<Double, String> mark : marks.entrySet()) {
            double at = x.place(mark.getKey());
            picture.line(at, top + TOP, at, top + HEIGHT - BOTTOM, MARK, 1);
            // Below each other, as marks may be close
            picture.text(at + 3, top + TOP + 14 * (1 + level++ % 2), Anchor.START, 11, mark.getValue());
        }
    }

    private void drawColumns(Picture picture, int top, Axis y) {
        double step = (double) (WIDTH - RIGHT - LEFT) / columns.size();
        List<String> parts = columns.values().stream()
                .flatMap(column -> column.keySet().stream())
                .distinct()
                .toList();
        int column = 0;
        for (Map.Entry<String, Map<String, Double>> one : columns.entrySet()) {
            double x = LEFT + step * column++;
            double sum = 0;
            for (Map.Entry<String, Double> part : one.getValue().entrySet()) {
                double upper = y.place(sum + part.getValue());
                picture.rectangle(
                        x + step * 0.12,
                        upper,
                        step * 0.76,
                        y.place(sum) - upper,
                        COLORS.get(parts.indexOf(part.getKey()) % COLORS.size()));
                sum += part.getValue();
            }
            picture.text(x + step / 2, top + HEIGHT - BOTTOM + 16, Anchor.MIDDLE, 10, one.getKey());
        }
        for (int i = 0; i < parts.size(); i++) {
            legend(picture, top, i, COLORS.get(i % COLORS.size()), parts.get(i));
        }
    }

    private static void legend(Picture picture, int top, int index, Color color, String name) {
        double y = top + TOP + 12 + 20 * index;
        picture.rectangle(WIDTH - RIGHT + 14, y - 9, 14, 10, color);
        picture.text(WIDTH - RIGHT + 34, y, Anchor.START, 12, name);
    }

    private static String number(double value) {
        if (value != 0 && Math.abs(value) < 1) {
            return String.format(Locale.ROOT, "%.2g", value);
        }
        return value == Math.rint(value) || Math.abs(value) >= 100
                ? String.format(Locale.ROOT, "%,.0f", value)
                : String.format(Locale.ROOT, "%.1f", value);
    }
}
