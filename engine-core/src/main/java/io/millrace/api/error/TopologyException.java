package io.millrace.api.error;

import java.util.List;

/**
 * Something is wrong with a topology, its configuration or its submission. The message is one line per mistake, each
 * complete by itself: what, where, what to do. Most often that is one line; checks that find several report them together.
 */
public class TopologyException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    public TopologyException(String message) {
        super(message);
    }

    public TopologyException(String message, Throwable cause) {
        super(message, cause);
    }

    /** The mistakes, one line each; at least one. */
    public List<String> problems() {
        return String.valueOf(getMessage()).lines().toList();
    }
}
