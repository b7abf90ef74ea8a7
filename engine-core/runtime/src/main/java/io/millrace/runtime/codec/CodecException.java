// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.codec;

/** Values cannot be encoded, or bytes cannot be decoded. The message is one line. */
public class CodecException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    public CodecException(String message) {
        super(message);
    }

    public CodecException(String message, Throwable cause) {
        super(message, cause);
    }
}
