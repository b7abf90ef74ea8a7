// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.tuple;

import io.millrace.api.Fields;

/**
 * One stream of one component, as tuples refer to it. Immutable, one object per worker.
 *
 * @param index position among the component's declared outputs; negative for streams of the engine
 */
public record StreamRef(String component, int index, String name, Fields fields, boolean direct) {

    /** The index from which on streams are the engine's own. */
    private static final int FIRST_OF_ENGINE = 0xFFF0;

    static final int BARRIERS = 0xFFFD;
    static final int UNREADABLE = 0xFFFC;
    static final int WATERMARKS = 0xFFFB;

    /**
     * Returns whether its tuples are counted as sent and received. Barriers are not, as they come also when all work is
     * done, and the mark of an unreadable tuple was counted before.
     */
    public boolean isCounted() {
        return index != BARRIERS && index != UNREADABLE;
    }

    /** Returns whether its tuples are those of components. */
    public boolean isData() {
        return index >= 0 && index < FIRST_OF_ENGINE;
    }

    /** Returns whether its tuples are barriers, which are no more than snapshots. */
    public boolean isBarriers() {
        return index == BARRIERS;
    }

    /** Returns whether its tuples are watermarks. */
    public boolean isWatermarks() {
        return index == WATERMARKS;
    }

    /** Returns whether its tuples go to all tasks downstream at the same time, and are small enough for one message. */
    public boolean isGrouped() {
        return index == BARRIERS || index == WATERMARKS;
    }

    @Override
    public String toString() {
        return "stream '" + name + "' of component '" + component + "'";
    }
}
