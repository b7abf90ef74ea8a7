// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmarks.macro;

import io.millrace.benchmarks.machine.Options;

/** Whether the results of {@link Shape#YAHOO_JSON} are compared with a sequential count. */
public enum Check {
    NONE,
    RESULTS,
    /** Also, a worker is killed with kill -9 in the middle of what is recorded. */
    KILL;

    /** Reads the value of an option, which is empty if it has none. */
    static Check read(String value) {
        return switch (value) {
            case "" -> RESULTS;
            case "kill" -> KILL;
            default -> throw new Options.Mistake("--check=" + value + ": give --check or --check=kill");
        };
    }
}
