// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.token.task;

import io.millrace.api.Component;
import io.millrace.api.EngineBolt;

/** Counts the engines of an {@link EngineBolt} that have started. Confined to the thread of the task's executor. */
final class ReadyEngines implements HasEngines {

    private final EngineBolt bolt;
    private int ready;

    private ReadyEngines(EngineBolt bolt) {
        this.bolt = bolt;
    }

    /** Returns null for a bolt that takes one message at a time. The bolt must be prepared. */
    static HasEngines of(Component bolt) {
        if (bolt instanceof EngineBolt engines) {
            ReadyEngines counted = new ReadyEngines(engines);
            engines.watch((free, all) -> counted.ready = all);
            return counted;
        }
        return bolt instanceof HasEngines several ? several : null;
    }

    @Override
    public int engines() {
        return ready;
    }

    @Override
    public int endingWithin(long nanos) {
        return bolt.endingWithin(nanos);
    }

    @Override
    public long nextEndingWithin(long nanos) {
        return bolt.nextEndingWithin(nanos);
    }
}
