// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.task;

import java.util.List;

/** The parts of a spout task, by the points at which they are asked. Confined to the thread of the task's executor. */
final class SpoutParts extends TaskParts {

    SpoutPart spouts;

    SpoutParts(List<? extends TaskPart> parts) {
        super(parts);
    }

    @Override
    void sort() {
        spouts = only(SpoutPart.class).reduce(BothSpoutParts::new).orElse(SpoutPart.NONE);
    }
}
