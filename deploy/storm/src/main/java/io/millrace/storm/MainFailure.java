// SPDX-License-Identifier: Apache-2.0
package io.millrace.storm;

import io.millrace.api.error.Foreign;
import io.millrace.api.error.Problems;
import io.millrace.api.error.TopologyException;
import java.io.NotSerializableException;

/** Says in one line why a main method of a Storm jar failed. Stateless. */
final class MainFailure {

    private MainFailure() {}

    /** Returns an error of the adapter or the engine unchanged, and others as an error of the main method. */
    static TopologyException of(String mainClass, Throwable thrown) {
        for (Throwable cause = thrown; cause != null; cause = cause.getCause()) {
            if (cause instanceof TopologyException known) {
                return known;
            }
            if (cause instanceof NotSerializableException missing) {
                return new TopologyException(
                        mainClass + " has a component with an object of class " + missing.getMessage()
                                + ", which cannot be serialized: make it in prepare or open, and keep it in a transient"
                                + " field",
                        Foreign.readable(thrown));
            }
        }
        StackTraceElement[] trace = thrown.getStackTrace();
        String where = trace.length == 0 ? "" : " at " + trace[0];
        return new TopologyException(
                Problems.oneLine("the main method of " + mainClass + " threw " + Foreign.text(thrown) + where),
                Foreign.readable(thrown));
    }
}
