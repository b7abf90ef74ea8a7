package io.millrace.runtime.tuple;

import io.millrace.runtime.codec.CodecException;

/** The values of a tuple cannot be read, so it is lost, and its trees fail. */
public final class UnreadableTupleException extends CodecException {

    private static final long serialVersionUID = 1L;

    private final long[] roots;

    UnreadableTupleException(String message, CodecException cause, long[] roots) {
        super(message, cause);
        this.roots = roots;
    }

    /** Returns the roots of the trees to which the tuple belongs. */
    public long[] roots() {
        return roots.clone();
    }
}
