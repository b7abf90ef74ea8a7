// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.task;

import java.util.List;

/** The parts of a bolt task, by the points at which they are asked. Confined to the thread of the task's executor. */
final class BoltParts extends TaskParts {

    InputPart inputs;
    CallPart calls;
    BufferingPart buffering;

    BoltParts(List<? extends TaskPart> parts) {
        super(parts);
    }

    @Override
    void sort() {
        inputs = only(InputPart.class).reduce(BothInputParts::new).orElse(InputPart.NONE);
        calls = only(CallPart.class).reduce(BothCallParts::new).orElse(CallPart.NONE);
        buffering = find(BufferingPart.class).orElse(BufferingPart.NONE);
    }

    boolean buffersInputs() {
        return buffering != BufferingPart.NONE;
    }
}
