// SPDX-License-Identifier: Apache-2.0
package io.millrace.api.error;

/** A message cannot be read by a format. The exception says in one line what is wrong with it, and where. */
public final class MalformedException extends Exception {

    private static final long serialVersionUID = 1L;

    public MalformedException(String message) {
        super(message);
    }

    public MalformedException(String message, Throwable cause) {
        super(message, cause);
    }
}
