// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmarks.report;

import io.millrace.benchmarks.report.Picture.Anchor;
import java.awt.Color;
import java.util.List;
import java.util.Map;

/**
 * A field of rectangles, each with a colour for a share and a text.
 *
 * @param columns their names, from the left
 * @param rows their names, from the bottom
 * @param spots what is known, by {@link #key}
 */
public record HeatMap(
        String title, String xAxis, String yAxis, List<String> columns, List<String> rows, Map<String, Spot> spots) {

    private static final int WIDE = 100;
    private static final int HIGH = 44;
    private static final int LEFT = 90;
    private static final int TOP = 60;
    private static final int BOTTOM = 60;
    private static final int SCALE = 120;
    private static final int STEPS = 10;

    /** The least width, for the title. */
    private static final int LEAST_WIDTH = 560;

    private static final Color LOW = new Color(0xd7191c);
    private static final Color MIDDLE = new Color(0xffffbf);
    private static final Color HIGHEST = new Color(0x1a9641);
    private static final Color NOTHING = new Color(0xeeeeee);

    /**
     * One rectangle.
     *
     * @param share 0 to 1, by which it is coloured
     */
    public record Spot(double share, String text) {}

    public static String key(String column, String row) {
        return column + "/" + row;
    }

    public Picture picture() {
        int right = LEFT + WIDE * columns.size();
        int bottom = TOP + HIGH * rows.size();
        Picture picture = new Picture(Math.max(LEAST_WIDTH, right + SCALE), bottom + BOTTOM);
        picture.text(8, 22, Anchor.START, 15, title);
        picture.text((LEFT + right) / 2.0, bottom + 40, Anchor.MIDDLE, 12, xAxis);
        picture.text(8, TOP - 12, Anchor.START, 12, yAxis);
        for (int row = 0; row < rows.size(); row++) {
            double y = bottom - HIGH * (row + 1);
            picture.text(LEFT - 6, y + HIGH / 2.0 + 4, Anchor.END, 11, rows.get(row));
            for (int column = 0; column < columns.size(); column++) {
                double x = LEFT + WIDE * column;
                Spot spot = spots.get(key(columns.get(column), rows.get(row)));
                picture.rectangle(x + 1, y + 1, WIDE - 2, HIGH - 2, spot == null ? NOTHING : color(spot.share));
                if (spot != null) {
                    picture.text(x + WIDE / 2.0, y + HIGH / 2.0 + 4, Anchor.MIDDLE, 12, spot.text);
                }
            }
        }
        for (int column = 0; column < columns.size(); column++) {
            picture.text(LEFT + WIDE * (column + 0.5), bottom + 18, Anchor.MIDDLE, 11, columns.get(column));
        }
        double step = (double) (bottom - TOP) / STEPS;
        for (int i = 0; i < STEPS; i++) {
            picture.rectangle(right + 20, bottom - step * (i + 1), 20, step, color((i + 0.5) / STEPS));
        }
        picture.text(right + 46, bottom, Anchor.START, 11, "0");
        picture.text(right + 46, TOP + 8, Anchor.START, 11, "1");
        return picture;
    }

    private static Color color(double share) {
        double bounded = Math.max(0, Math.min(1, share));
        return bounded < 0.5 ? between(LOW, MIDDLE, 2 * bounded) : between(MIDDLE, HIGHEST, 2 * bounded - 1);
    }

    private static Color between(Color from, Color to, double share) {
        return new Color(
                (int) (from.getRed() + share * (to.getRed() - from.getRed())),
                (int) (from.getGreen() + share * (to.getGreen() - from.getGreen())),
                (int) (from.getBlue() + share * (to.getBlue() - from.getBlue())));
    }
}
