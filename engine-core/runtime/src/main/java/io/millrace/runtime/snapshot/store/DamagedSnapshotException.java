// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.snapshot.store;

import java.io.IOException;

/**
 * An object of a snapshot is missing, or its content has changed. Reading it again does not help, unlike after any
 * other {@link IOException}: the caller takes the snapshot before. The message is one line.
 */
public final class DamagedSnapshotException extends IOException {

    private static final long serialVersionUID = 1L;

    private final String object;

    DamagedSnapshotException(String object, String what, Throwable cause) {
        super(
                "snapshot object '" + object + "' " + what + ": restore it from a copy, or use the snapshot before",
                cause);
        this.object = object;
    }

    DamagedSnapshotException(String object, String what) {
        this(object, what, null);
    }

    /** Returns the name of the object. */
    public String object() {
        return object;
    }
}
