// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.json;

/** Bytes are not the JSON that was expected. The message is one line that says what and where. */
public class JsonException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    /** The longest message, as messages quote names and texts of the document, which may be long. */
    private static final int MAX_CHARS = 500;

    public JsonException(String message) {
        this(message, null);
    }

    public JsonException(String message, Throwable cause) {
        super(message.substring(0, Math.min(MAX_CHARS, message.length())).replaceAll("\\s", " "), cause);
    }
}
