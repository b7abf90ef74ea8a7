// SPDX-License-Identifier: Apache-2.0
package io.millrace.ipc.ring;

/** Where in the ring a claim lies. */
enum Place {
    START("at the start of the ring"),
    EXACT_END("ending exactly at the end"),
    WRAP("needing a wrap");

    private final String words;

    Place(String words) {
        this.words = words;
    }

    /** The cell at which tail must be for a claim of so many cells. */
    int tailCell(int claimed, int ringCells) {
        return switch (this) {
            case START -> 0;
            case EXACT_END -> ringCells - claimed;
            case WRAP -> ringCells - claimed / 2;
        };
    }

    @Override
    public String toString() {
        return words;
    }
}
