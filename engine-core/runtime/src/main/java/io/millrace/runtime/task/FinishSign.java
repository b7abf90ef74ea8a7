// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.task;

/** Shows in the counters of a spout's task whether it has finished. Confined to the task's thread. */
final class FinishSign {

    private final SpoutTask task;
    private boolean shown;

    FinishSign(SpoutTask task) {
        this.task = task;
    }

    void show(boolean atEnd) {
        if (atEnd == shown) {
            return;
        }
        shown = atEnd;
        if (atEnd) {
            // A reader that sees that the task has finished must also see all that it has sent
            task.host.publish();
            task.counters.finish();
        } else {
            task.counters.withdrawFinish();
        }
    }
}
