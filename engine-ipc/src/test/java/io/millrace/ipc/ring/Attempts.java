// SPDX-License-Identifier: Apache-2.0
package io.millrace.ipc.ring;

import java.util.HashMap;
import java.util.Map;

/** Keeps the failures of cases that are prepared together, so that the test of each case reports its own. */
final class Attempts<C> {
    private final Map<C, Throwable> failures = new HashMap<>();

    interface Attempt {
        void run() throws Exception;
    }

    /** Does nothing for a case that has failed before. */
    void run(C each, Attempt attempt) {
        if (!failures.containsKey(each)) {
            try {
                attempt.run();
            } catch (Exception | AssertionError e) {
                failures.put(each, e);
            }
        }
    }

    void check(C each) {
        if (failures.containsKey(each)) {
            throw new AssertionError("could not be prepared: " + each, failures.get(each));
        }
    }
}
