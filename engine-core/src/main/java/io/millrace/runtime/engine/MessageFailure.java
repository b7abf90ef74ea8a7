package io.millrace.runtime.engine;

/** A message has not been processed, and its engine goes on. */
final class MessageFailure extends RuntimeException {

    private static final long serialVersionUID = 1L;

    MessageFailure(String sentence) {
        super(sentence);
    }

    MessageFailure(String sentence, Throwable cause) {
        super(sentence, cause);
    }
}
