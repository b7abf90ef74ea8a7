// SPDX-License-Identifier: Apache-2.0
package io.millrace.transport;

/** Says why a transport could not start, in one line that names the thing, the value and the remedy. */
public final class TransportException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    public TransportException(String message, Throwable cause) {
        super(message, cause);
    }
}
