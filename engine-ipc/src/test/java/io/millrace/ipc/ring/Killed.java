// SPDX-License-Identifier: Apache-2.0
package io.millrace.ipc.ring;

/** Ends a producer at a fail point, with no cleaning up: nothing in the module catches an error. */
final class Killed extends Error {
    private static final long serialVersionUID = 1L;

    /** A fail point that kills at the n-th time a step is reached. */
    static FailPoint at(FailPoint.Step fatal, int time) {
        int[] left = {time};
        return step -> {
            if (step == fatal && --left[0] == 0) {
                throw new Killed();
            }
        };
    }
}
