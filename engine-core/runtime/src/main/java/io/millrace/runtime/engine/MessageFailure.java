// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.engine;

/** A message has not been processed, and its engine goes on. */
final class MessageFailure extends RuntimeException {

    private static final long serialVersionUID = 1L;

    MessageFailure(String sentence) {
        this(sentence, null);
    }

    MessageFailure(String sentence, Throwable cause) {
        // The cause has the stack of the author's code
        super(sentence, cause, false, false);
    }
}
