package io.millrace.runtime.json;

/** Bytes are not the JSON that was expected; the message is one line and says what and where. */
public class JsonException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    public JsonException(String message) {
        super(message);
    }

    public JsonException(String message, Throwable cause) {
        super(message, cause);
    }
}
