// SPDX-License-Identifier: Apache-2.0
package io.millrace.api.error;

import java.util.List;

/**
 * A mistake in a topology, its settings or its submission. The message has one line per mistake, each complete by
 * itself: what is wrong, where, and what to do.
 */
public class TopologyException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    public TopologyException(String message) {
        super(message);
    }

    public TopologyException(String message, Throwable cause) {
        super(message, cause);
    }

    /** Returns the mistakes, one line each. There is at least one. */
    public List<String> problems() {
        return String.valueOf(getMessage()).lines().toList();
    }
}
