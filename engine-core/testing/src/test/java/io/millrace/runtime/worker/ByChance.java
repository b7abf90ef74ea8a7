// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.worker;

/** The exception that components throw at random. It has no stack, because there are many. */
final class ByChance extends RuntimeException {

    private static final long serialVersionUID = 1L;

    ByChance() {
        super("by chance", null, false, false);
    }
}
