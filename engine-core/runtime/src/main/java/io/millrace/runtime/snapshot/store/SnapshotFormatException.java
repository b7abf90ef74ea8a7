// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.snapshot.store;

import java.io.IOException;

/**
 * An object of a snapshot is whole, but has a format that this engine does not read. An earlier snapshot may be
 * readable, but to go back to it would lose what the newer engine has done. The message is one line.
 */
public final class SnapshotFormatException extends IOException {

    private static final long serialVersionUID = 1L;

    /** Makes the exception of a snapshot that can be read, but not be restored as it is. */
    public SnapshotFormatException(String message) {
        super(message);
    }

    private SnapshotFormatException(String message, Throwable cause) {
        super(message, cause);
    }

    /** @param cause exception whose message says in one line what has changed, with the remedy */
    public static SnapshotFormatException ofClasses(String object, Exception cause) {
        return new SnapshotFormatException("snapshot object '" + object + "': " + cause.getMessage(), cause);
    }

    static SnapshotFormatException ofSavepoint(String location, int format, String engine, int newest) {
        return new SnapshotFormatException("the savepoint in " + location + " has format " + format + " of Millrace "
                + engine + ", this engine reads formats 1 to " + newest
                + ": use the engine that wrote it, or a later one");
    }

    SnapshotFormatException(String object, int format, int newest) {
        super("snapshot object '" + object + "' has format " + format + ", this engine reads formats 1 to " + newest
                + ": use the engine that wrote it, or a later one");
    }
}
