// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmarks.service;

/** An engine cannot be used as a service in this way; the message says why. */
final class UnavailableException extends Exception {

    private static final long serialVersionUID = 1L;

    UnavailableException(String reason) {
        super(reason);
    }
}
