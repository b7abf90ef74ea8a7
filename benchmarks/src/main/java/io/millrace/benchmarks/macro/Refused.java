package io.millrace.benchmarks.macro;

import java.io.IOException;

/** An engine does not offer what a workload asks for; the message says what. */
public final class Refused extends IOException {

    private static final long serialVersionUID = 1L;

    Refused(String reason) {
        super(reason);
    }
}
