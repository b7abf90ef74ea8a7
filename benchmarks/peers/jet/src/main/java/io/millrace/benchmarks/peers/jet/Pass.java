// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmarks.peers.jet;

import com.hazelcast.jet.core.AbstractProcessor;
import com.hazelcast.jet.datamodel.Tuple2;

/** Passes on what it gets, in a tuple of its own as the other engines do. */
final class Pass extends AbstractProcessor {

    private Tuple2<?, ?> taken;
    private Object pending;

    @Override
    protected boolean tryProcess(int ordinal, Object item) {
        if (item != taken) {
            taken = (Tuple2<?, ?>) item;
            pending = Tuple2.tuple2(taken.f0(), taken.f1());
        }
        return tryEmit(pending);
    }
}
