// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.engine;

/** Ends the thread of an engine whose results are not waited for any more. */
final class EngineStopped extends RuntimeException {

    private static final long serialVersionUID = 1L;

    EngineStopped() {
        super("the engine has been stopped", null, false, false);
    }
}
