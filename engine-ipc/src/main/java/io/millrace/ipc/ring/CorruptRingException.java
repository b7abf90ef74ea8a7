// SPDX-License-Identifier: Apache-2.0
package io.millrace.ipc.ring;

/**
 * A ring's words contradict each other, or its file was truncated. The ring cannot be used any more: make another one.
 */
public final class CorruptRingException extends IllegalStateException {
    private static final long serialVersionUID = 1L;

    CorruptRingException(String message) {
        super(message);
    }

    CorruptRingException(String message, Throwable cause) {
        super(message, cause);
    }
}
