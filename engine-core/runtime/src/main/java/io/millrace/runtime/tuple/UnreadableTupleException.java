// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.tuple;

import io.millrace.runtime.codec.CodecException;

/** The values of a tuple cannot be read, so it is lost, and its trees fail. */
public final class UnreadableTupleException extends CodecException {

    private static final long serialVersionUID = 1L;

    private final transient StreamRef stream;
    private final int sourceTask;
    private final short generation;
    private final long[] roots;

    UnreadableTupleException(
            String message, CodecException cause, StreamRef stream, int sourceTask, short generation, long[] roots) {
        super(message, cause);
        this.stream = stream;
        this.sourceTask = sourceTask;
        this.generation = generation;
        this.roots = roots;
    }

    /** Returns the stream of the tuple. */
    public StreamRef stream() {
        return stream;
    }

    /** Returns the task that has sent the tuple. */
    public int sourceTask() {
        return sourceTask;
    }

    /** Returns the generation of the tuple, as {@link DataTuple#generation}. */
    public short generation() {
        return generation;
    }

    /** Returns the roots of the trees to which the tuple belongs. */
    public long[] roots() {
        return roots.clone();
    }
}
