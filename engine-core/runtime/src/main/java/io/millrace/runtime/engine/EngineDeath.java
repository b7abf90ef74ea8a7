// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.engine;

/** An engine has ended, or must not be used any more. The message is one line. */
final class EngineDeath extends Exception {

    private static final long serialVersionUID = 1L;

    EngineDeath(String reason) {
        this(reason, null);
    }

    EngineDeath(String reason, Throwable cause) {
        // A stack trace would only show where the death was noticed
        super(reason, cause, false, false);
    }
}
