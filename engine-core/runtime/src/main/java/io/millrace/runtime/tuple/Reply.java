// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.tuple;

import io.millrace.api.Fields;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;

/**
 * The reply of a bolt to the fed spout of a request: an answer, or why the request has failed. It travels as a tuple to
 * the spout's task. It is an edge of the request's tree, so that the tree cannot end before the spout has got it, and
 * its loss is the loss of a part of the tree. Stateless.
 */
public final class Reply {

    /** The stream of replies. Each bolt has it. */
    public static final StreamRef STREAM =
            new StreamRef("__system", 0xFFFE, "__reply", Fields.of("kind", "text", "values"), true);

    /** The kind of a reply. */
    public enum Kind {
        /** The values are the answer. */
        ANSWER,
        /** A bolt answered with an error, which is the text. */
        ERROR,
        /** A tuple of the tree was failed; the text says where and why. */
        FAILURE,
        /** The text says which bolt has had a tuple of the tree for long. It is no edge of the tree. */
        HOLDER
    }

    private static final Kind[] KINDS = Kind.values();

    private Reply() {}

    public static Object[] answer(Object[] values) {
        return new Object[] {Kind.ANSWER.ordinal(), null, Collections.unmodifiableList(Arrays.asList(values))};
    }

    public static Object[] error(String text) {
        return new Object[] {Kind.ERROR.ordinal(), text, null};
    }

    public static Object[] failure(String text) {
        return new Object[] {Kind.FAILURE.ordinal(), text, null};
    }

    public static Object[] holder(String text) {
        return new Object[] {Kind.HOLDER.ordinal(), text, null};
    }

    public static Kind kind(DataTuple reply) {
        int kind = reply.getInt(0);
        return kind >= 0 && kind < KINDS.length ? KINDS[kind] : Kind.FAILURE;
    }

    public static String text(DataTuple reply) {
        return reply.getString(1);
    }

    /** Returns the values of an answer. */
    public static Object[] values(DataTuple reply) {
        List<Object> values = reply.getList(2);
        return values == null ? new Object[0] : values.toArray();
    }
}
