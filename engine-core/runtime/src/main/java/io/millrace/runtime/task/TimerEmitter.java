// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.task;

import io.millrace.api.Tuple;

/** Emits for a timer, outside any tree. Confined to its task's thread. */
final class TimerEmitter extends AnchoredEmitter {

    TimerEmitter(BoltTask task) {
        super(task);
    }

    @Override
    Tuple anchor() {
        return null;
    }

    @Override
    Tuple request() {
        throw new IllegalStateException(task + " answers in onTimer, where there is no request");
    }
}
