package io.millrace.benchmarks.stages;

import io.millrace.api.metrics.WayPart;
import io.millrace.cli.ways.WaysReport;
import java.awt.Color;
import java.awt.Graphics2D;
import java.awt.RenderingHints;
import java.awt.image.BufferedImage;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import javax.imageio.ImageIO;

/** The share of each part in the latency of each run, at the median and the 99th percentile, as bars; PNG and SVG. */
final class StackedBars {

    private static final int LEFT = 250;
    private static final int BAR_WIDTH = 560;
    private static final int BAR_HEIGHT = 20;
    private static final int ROW_HEIGHT = 28;
    private static final int TOP = 60;
    private static final int RIGHT = 110;
    private static final int LEGEND_STEP = 82;

    /** By part. */
    private static final List<Integer> COLOURS = List.of(
            0x8d6e63, 0xc2185b, 0xe8a33d, 0x1b6ca8, 0x5c6bc0, 0x2a9d8f, 0x9e9d24, 0xd1495b, 0x3a7d44, 0x78909c,
            0xbbbbbb);

    private record Piece(WayPart part, double from, double share) {}

    private record Row(String label, String latency, List<Piece> pieces) {}

    private StackedBars() {}

    static void write(Path directory, List<Outcome> outcomes) throws IOException {
        List<Row> rows = new ArrayList<>();
        for (Outcome outcome : outcomes) {
            outcome.report().around().forEach(around -> rows.add(row(outcome.cell(), around)));
        }
        Files.write(directory.resolve("stages.svg"), svg(rows));
        png(directory.resolve("stages.png"), rows);
    }

    private static Row row(Cell cell, WaysReport.Around around) {
        List<Piece> pieces = new ArrayList<>();
        double from = 0;
        for (WayPart part : WayPart.values()) {
            double share = around.parts().stream()
                    .filter(one -> one.part() == part)
                    .mapToDouble(WaysReport.Part::share)
                    .sum();
            if (share > 0) {
                pieces.add(new Piece(part, from, share));
                from += share;
            }
        }
        String latency = String.format(Locale.ROOT, "%.0f us", around.meanNanos() / 1e3);
        return new Row(cell.name() + ", p" + Math.round(around.at()), latency, pieces);
    }

    private static int width() {
        return LEFT + BAR_WIDTH + RIGHT;
    }

    private static int height(List<Row> rows) {
        return TOP + ROW_HEIGHT * rows.size() + 10;
    }

    private static int x(double share) {
        return LEFT + (int) Math.round(BAR_WIDTH * share);
    }

    private static String name(WayPart part) {
        return part.name().toLowerCase(Locale.ROOT);
    }

    private static List<String> svg(List<Row> rows) {
        List<String> lines = new ArrayList<>();
        lines.add("<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"" + width() + "\" height=\"" + height(rows)
                + "\" font-family=\"sans-serif\" font-size=\"12\">");
        lines.add("<rect width=\"100%\" height=\"100%\" fill=\"white\"/>");
        for (WayPart part : WayPart.values()) {
            int x = 10 + LEGEND_STEP * part.ordinal();
            lines.add(rectangle(x, 14, 12, 12, part) + text(x + 16, 24, "start", name(part)));
        }
        for (int i = 0; i < rows.size(); i++) {
            int y = TOP + ROW_HEIGHT * i;
            lines.add(text(LEFT - 8, y + 15, "end", rows.get(i).label()));
            for (Piece piece : rows.get(i).pieces()) {
                int x = x(piece.from());
                lines.add(rectangle(x, y, x(piece.from() + piece.share()) - x, BAR_HEIGHT, piece.part()));
            }
            lines.add(text(LEFT + BAR_WIDTH + 8, y + 15, "start", rows.get(i).latency()));
        }
        lines.add("</svg>");
        return lines;
    }

    private static String rectangle(int x, int y, int width, int height, WayPart part) {
        return String.format(
                "<rect x=\"%d\" y=\"%d\" width=\"%d\" height=\"%d\" fill=\"#%06x\"/>",
                x, y, width, height, COLOURS.get(part.ordinal()));
    }

    private static String text(int x, int y, String anchor, String content) {
        return "<text x=\"" + x + "\" y=\"" + y + "\" text-anchor=\"" + anchor + "\">" + content + "</text>";
    }

    private static void png(Path file, List<Row> rows) throws IOException {
        System.setProperty("java.awt.headless", "true");
        BufferedImage image = new BufferedImage(width(), height(rows), BufferedImage.TYPE_INT_RGB);
        Graphics2D canvas = image.createGraphics();
        canvas.setRenderingHint(RenderingHints.KEY_TEXT_ANTIALIASING, RenderingHints.VALUE_TEXT_ANTIALIAS_ON);
        canvas.setColor(Color.WHITE);
        canvas.fillRect(0, 0, width(), height(rows));
        for (WayPart part : WayPart.values()) {
            int x = 10 + LEGEND_STEP * part.ordinal();
            canvas.setColor(new Color(COLOURS.get(part.ordinal())));
            canvas.fillRect(x, 14, 12, 12);
            canvas.setColor(Color.BLACK);
            canvas.drawString(name(part), x + 16, 24);
        }
        for (int i = 0; i < rows.size(); i++) {
            int y = TOP + ROW_HEIGHT * i;
            canvas.setColor(Color.BLACK);
            int labelWidth = canvas.getFontMetrics().stringWidth(rows.get(i).label());
            canvas.drawString(rows.get(i).label(), LEFT - 8 - labelWidth, y + 15);
            canvas.drawString(rows.get(i).latency(), LEFT + BAR_WIDTH + 8, y + 15);
            for (Piece piece : rows.get(i).pieces()) {
                int x = x(piece.from());
                canvas.setColor(new Color(COLOURS.get(piece.part().ordinal())));
                canvas.fillRect(x, y, x(piece.from() + piece.share()) - x, BAR_HEIGHT);
            }
        }
        canvas.dispose();
        ImageIO.write(image, "png", file.toFile());
    }
}
