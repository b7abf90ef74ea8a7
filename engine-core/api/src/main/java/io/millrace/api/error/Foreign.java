// SPDX-License-Identifier: Apache-2.0
package io.millrace.api.error;

import java.util.Arrays;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.Objects;
import java.util.Set;
import java.util.function.Supplier;

/**
 * Formats objects of authors' classes, whose methods may throw or return endless texts. The text contains the error of
 * such a method, so that no error is lost by another one. Public for the engine only; any thread may call it.
 */
public final class Foreign {

    /** The length to which a longer text is cut: it goes into messages between tasks, which are bounded. */
    private static final int LONGEST_TEXT = 8_192;

    /** The most throwables of one error: it, its causes, and the errors that they suppress. */
    private static final int MOST_PARTS = 64;

    private static final StackTraceElement[] NO_STACK = {};

    private Foreign() {}

    /** Returns what the object's {@code toString} returns, or its class and why that failed. */
    public static String text(Object object) {
        return object == null ? "null" : textOf(object, "toString", object::toString);
    }

    /** Returns {@link #text} in one line. */
    public static String line(Object object) {
        return Problems.oneLine(text(object));
    }

    /** Returns the error's message, or its {@link #text} if it has none. */
    public static String message(Throwable error) {
        String message = textOf(error, "getMessage", error::getMessage);
        return message == null ? text(error) : message;
    }

    private static String textOf(Object object, String method, Supplier<String> call) {
        try {
            String text = call.get();
            return text == null || text.length() <= LONGEST_TEXT
                    ? text
                    : text.substring(0, LONGEST_TEXT) + "... (" + text.length() + " characters)";
        } catch (Throwable e) {
            throwIfBroken(e);
            return object.getClass().getName() + " (its " + method + " throws "
                    + e.getClass().getName() + ")";
        }
    }

    /**
     * Returns an error that any log can format: the same one or, if its methods throw or its causes do not end, another
     * one with its class, stack and causes as far as they can be read.
     */
    public static Throwable readable(Throwable error) {
        return new Reader().isReadable(error) ? error : new Copier().copy(error);
    }

    private static Set<Throwable> identitySet() {
        return Collections.newSetFromMap(new IdentityHashMap<>());
    }

    private static final class Reader {

        private int parts;

        /** Whether an error can be formatted. An error may be reached in several ways, but not from itself. */
        private boolean isReadable(Throwable error) {
            try {
                Set<Throwable> chain = identitySet();
                for (Throwable at = error; at != null; at = at.getCause()) {
                    if (++parts > MOST_PARTS || !chain.add(at)) {
                        return false;
                    }
                    // A log calls this method
                    Objects.requireNonNull(at.toString());
                    at.getMessage();
                    at.getLocalizedMessage();
                    Objects.requireNonNull(at.getStackTrace());
                    for (Throwable suppressed : at.getSuppressed()) {
                        if (!isReadable(suppressed)) {
                            return false;
                        }
                    }
                }
                return true;
            } catch (Throwable e) {
                throwIfBroken(e);
                return false;
            }
        }
    }

    private static final class Copier {

        private final Set<Throwable> seen = identitySet();

        private UnreadableException copy(Throwable error) {
            seen.add(error);
            Throwable cause = of(error::getCause, null);
            UnreadableException copy = new UnreadableException(text(error), isNew(cause) ? copy(cause) : null);
            copy.setStackTrace(stack(error));
            for (Throwable suppressed : error.getSuppressed()) {
                if (isNew(suppressed)) {
                    copy.addSuppressed(copy(suppressed));
                }
            }
            return copy;
        }

        private static StackTraceElement[] stack(Throwable error) {
            StackTraceElement[] stack = of(error::getStackTrace, NO_STACK);
            return Arrays.asList(stack).contains(null) ? NO_STACK : stack;
        }

        /**
         * Whether a part is read for the first time, and is within half of the bound, as the receiver of the copy may
         * wrap it.
         */
        private boolean isNew(Throwable part) {
            return part != null && seen.size() < MOST_PARTS / 2 && !seen.contains(part);
        }

        private static <T> T of(Supplier<T> call, T otherwise) {
            try {
                T result = call.get();
                return result == null ? otherwise : result;
            } catch (Throwable e) {
                throwIfBroken(e);
                return otherwise;
            }
        }
    }

    /**
     * Whether the process cannot be trusted after this error: the JVM is out of memory or broken, a class can never be
     * used again, or the thread was stopped. A stack that overflowed has been unwound, so that is an error of the
     * author's code.
     */
    public static boolean isFatal(Throwable error) {
        return error instanceof VirtualMachineError && !(error instanceof StackOverflowError)
                || error instanceof LinkageError
                // The class is compared by name, because later releases of Java will not have it
                || error.getClass().getName().equals("java.lang.ThreadDeath");
    }

    /** Throws an error again that {@link #isFatal}: code that catches authors' errors must not catch these. */
    public static void throwIfFatal(Throwable error) {
        if (isFatal(error)) {
            throw (Error) error;
        }
    }

    /** A JVM without memory cannot format anything. */
    private static void throwIfBroken(Throwable thrown) {
        if (thrown instanceof VirtualMachineError error && !(error instanceof StackOverflowError)) {
            throw error;
        }
    }

    /** Stands for an error that cannot be formatted. */
    private static final class UnreadableException extends RuntimeException {

        private static final long serialVersionUID = 1L;

        UnreadableException(String text, Throwable cause) {
            super(text, cause);
        }

        @Override
        public String toString() {
            return getMessage();
        }
    }
}
