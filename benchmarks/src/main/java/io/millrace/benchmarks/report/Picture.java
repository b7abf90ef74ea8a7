// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmarks.report;

import java.awt.BasicStroke;
import java.awt.Color;
import java.awt.Font;
import java.awt.Graphics2D;
import java.awt.RenderingHints;
import java.awt.geom.Ellipse2D;
import java.awt.geom.Line2D;
import java.awt.geom.Rectangle2D;
import java.awt.image.BufferedImage;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.Consumer;
import javax.imageio.ImageIO;

/** Shapes that are written twice: as a picture of points and as one of shapes. One thread. */
public final class Picture {

    /** Where a text begins, lies or ends. */
    public enum Anchor {
        START,
        MIDDLE,
        END
    }

    private final int width;
    private final int height;
    private final List<Consumer<Graphics2D>> painted = new ArrayList<>();
    private final StringBuilder svg = new StringBuilder();

    public Picture(int width, int height) {
        this.width = width;
        this.height = height;
    }

    public void line(double x1, double y1, double x2, double y2, Color color, double thickness) {
        painted.add(graphics -> {
            graphics.setColor(color);
            graphics.setStroke(new BasicStroke((float) thickness));
            graphics.draw(new Line2D.Double(x1, y1, x2, y2));
        });
        svg(
                "<line x1=\"%.1f\" y1=\"%.1f\" x2=\"%.1f\" y2=\"%.1f\" stroke=\"%s\" stroke-width=\"%.1f\"/>",
                x1, y1, x2, y2, hex(color), thickness);
    }

    public void rectangle(double x, double y, double wide, double high, Color color) {
        painted.add(graphics -> {
            graphics.setColor(color);
            graphics.fill(new Rectangle2D.Double(x, y, wide, high));
        });
        svg("<rect x=\"%.1f\" y=\"%.1f\" width=\"%.1f\" height=\"%.1f\" fill=\"%s\"/>", x, y, wide, high, hex(color));
    }

    public void dot(double x, double y, double radius, Color color) {
        painted.add(graphics -> {
            graphics.setColor(color);
            graphics.fill(new Ellipse2D.Double(x - radius, y - radius, 2 * radius, 2 * radius));
        });
        svg("<circle cx=\"%.1f\" cy=\"%.1f\" r=\"%.1f\" fill=\"%s\"/>", x, y, radius, hex(color));
    }

    public void text(double x, double y, Anchor anchor, int size, String text) {
        painted.add(graphics -> {
            graphics.setColor(Color.BLACK);
            graphics.setFont(new Font(Font.SANS_SERIF, Font.PLAIN, size));
            double shift = anchor.ordinal() / 2.0 * graphics.getFontMetrics().stringWidth(text);
            graphics.drawString(text, (float) (x - shift), (float) y);
        });
        String escaped = text.replace("&", "&amp;").replace("<", "&lt;");
        svg(
                "<text x=\"%.1f\" y=\"%.1f\" text-anchor=\"%s\" font-size=\"%d\">%s</text>",
                x, y, anchor.name().toLowerCase(Locale.ROOT), size, escaped);
    }

    private void svg(String format, Object... values) {
        svg.append(String.format(Locale.ROOT, format, values)).append('\n');
    }

    private static String hex(Color color) {
        return String.format("#%06x", color.getRGB() & 0xffffff);
    }

    /** Writes {@code name.png} and {@code name.svg}. */
    public void write(Path directory, String name) throws IOException {
        System.setProperty("java.awt.headless", "true");
        Files.createDirectories(directory);
        BufferedImage image = new BufferedImage(width, height, BufferedImage.TYPE_INT_RGB);
        Graphics2D graphics = image.createGraphics();
        graphics.setRenderingHint(RenderingHints.KEY_ANTIALIASING, RenderingHints.VALUE_ANTIALIAS_ON);
        graphics.setRenderingHint(RenderingHints.KEY_TEXT_ANTIALIASING, RenderingHints.VALUE_TEXT_ANTIALIAS_ON);
        graphics.setColor(Color.WHITE);
        graphics.fillRect(0, 0, width, height);
        painted.forEach(shape -> shape.accept(graphics));
        graphics.dispose();
        ImageIO.write(image, "png", directory.resolve(name + ".png").toFile());
        Files.writeString(
                directory.resolve(name + ".svg"),
                "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"" + width + "\" height=\"" + height
                        + "\" font-family=\"sans-serif\">\n<rect width=\"100%\" height=\"100%\" fill=\"white\"/>\n"
                        + svg + "</svg>\n");
    }
}
