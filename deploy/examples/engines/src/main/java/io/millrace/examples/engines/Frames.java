// SPDX-License-Identifier: Apache-2.0
package io.millrace.examples.engines;

import io.millrace.api.Fields;
import io.millrace.api.Spout;
import io.millrace.operators.Spouts;
import java.util.Iterator;
import java.util.List;
import java.util.stream.LongStream;

/** Synthetic frames of a camera: grey, with bright spots on a grid, whose number depends on that of the frame. */
final class Frames {

    static final int WIDTH = 512;
    private static final int CELL = 32;
    private static final int CELLS = WIDTH / CELL;
    private static final int SPOT = 5;

    private Frames() {}

    /** Emits frames 0 to {@code count - 1}, each as a tuple of its number, its width, and a byte per pixel. */
    static Spout spout(int count) {
        return Spouts.from(Fields.of("number", "width", "pixels"), context -> frames(count));
    }

    private static Iterator<List<?>> frames(int count) {
        return LongStream.range(0, count)
                .<List<?>>mapToObj(number -> List.of(number, WIDTH, pixels(number)))
                .iterator();
    }

    /** Returns how many spots a frame has. */
    static int spots(long number) {
        return (int) (number * 7 % (CELLS * CELLS));
    }

    static byte[] pixels(long number) {
        byte[] pixels = new byte[WIDTH * WIDTH];
        for (int i = 0; i < pixels.length; i++) {
            pixels[i] = (byte) ((i * 31 + number) % 100);
        }
        for (int spot = 0; spot < spots(number); spot++) {
            int left = spot % CELLS * CELL + CELL / 2;
            int top = spot / CELLS * CELL + CELL / 2;
            draw(pixels, left, top);
        }
        return pixels;
    }

    /** Draws a diamond. */
    private static void draw(byte[] pixels, int centreX, int centreY) {
        for (int y = -SPOT; y <= SPOT; y++) {
            int half = SPOT - Math.abs(y);
            for (int x = -half; x <= half; x++) {
                pixels[(centreY + y) * WIDTH + centreX + x] = (byte) 250;
            }
        }
    }
}
