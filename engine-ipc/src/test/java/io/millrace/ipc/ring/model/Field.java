// SPDX-License-Identifier: Apache-2.0
package io.millrace.ipc.ring.model;

/** A small number in a packed state. */
final class Field {
    private final int index;
    private final int shift;
    private final long mask;
    private final int min;

    private Field(int index, int shift, long mask, int min) {
        this.index = index;
        this.shift = shift;
        this.mask = mask;
        this.min = min;
    }

    int get(long[] state) {
        return (int) (state[index] >>> shift & mask) + min;
    }

    boolean is(long[] state) {
        return get(state) != 0;
    }

    void set(long[] state, int value) {
        long bits = (long) value - min;
        if ((bits & ~mask) != 0) {
            throw new IllegalArgumentException(
                    value + " does not fit into a field from " + min + " to " + (min + mask) + ": widen it");
        }
        state[index] = state[index] & ~(mask << shift) | bits << shift;
    }

    /** Gives out the bits of a state. A field whose value never changes takes none. */
    static final class Packing {
        private int index;
        private int used;

        Field of(int min, int max) {
            int width = Integer.SIZE - Integer.numberOfLeadingZeros(max - min);
            if (used + width > Long.SIZE) {
                index++;
                used = 0;
            }
            // A field of no bits at the very end of a long would be shifted by 64, that is by 0: harmless, its mask is
            // 0.
            Field field = new Field(index, used, (1L << width) - 1, min);
            used += width;
            return field;
        }

        Field bit() {
            return of(0, 1);
        }

        Field[] array(int length, int min, int max) {
            Field[] fields = new Field[length];
            for (int i = 0; i < length; i++) {
                fields[i] = of(min, max);
            }
            return fields;
        }

        int longs() {
            return index + 1;
        }
    }
}
