// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.tuple;

import io.millrace.api.Fields;

/**
 * The tuple by which a task sends its event time to another one: tuples behind it are later, or late. It travels in the
 * data like a {@link Barrier}. Stateless.
 */
public final class Watermark {

    /** The stream of watermarks. Each component has it. */
    public static final StreamRef STREAM =
            new StreamRef("__system", StreamRef.WATERMARKS, "__watermark", Fields.of("millis"), true);

    /** The watermark of a source whose event time is not known yet. */
    public static final long NONE = Long.MIN_VALUE;

    /**
     * The watermark of a source that sends nothing now, and holds no other source back. Other watermarks are greater.
     */
    public static final long IDLE = Long.MIN_VALUE + 1;

    /** The watermark of a source that sends nothing more. */
    public static final long END = Long.MAX_VALUE;

    private Watermark() {}

    public static Object[] values(long millis) {
        return new Object[] {millis};
    }

    public static long millis(DataTuple watermark) {
        return watermark.getLong(0);
    }
}
