// SPDX-License-Identifier: Apache-2.0
package io.millrace.cli.stages;

/** Draws the median and the 99th percentile as one bar: solid up to the median, light up to the 99th percentile. */
final class StageBar {

    private static final int WIDTH = 40;

    private final char full;
    private final char light;
    private final long most;

    /** @param most the value of a full bar */
    StageBar(boolean blocks, long most) {
        this.full = blocks ? '\u2588' : '#';
        this.light = blocks ? '\u2592' : '-';
        this.most = most;
    }

    String legend() {
        return full + " P50  " + light + " P99";
    }

    /** Returns the proportional bar, with at least one character for a value above 0. */
    String of(long median, long high) {
        int solid = length(median);
        int all = Math.max(solid, length(high));
        if (high > median && all == solid && all < WIDTH) {
            all++;
        }
        return String.valueOf(full).repeat(solid) + String.valueOf(light).repeat(all - solid);
    }

    private int length(long value) {
        if (value <= 0 || most <= 0) {
            return 0;
        }
        return (int) Math.max(1, Math.min(WIDTH, Math.round((double) WIDTH * value / most)));
    }
}
