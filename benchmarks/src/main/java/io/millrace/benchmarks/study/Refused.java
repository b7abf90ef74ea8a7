// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmarks.study;

import java.io.IOException;

/** What is measured does not offer what a cell asks for; the message says what. */
public final class Refused extends IOException {

    private static final long serialVersionUID = 1L;

    public Refused(String reason) {
        super(reason);
    }
}
