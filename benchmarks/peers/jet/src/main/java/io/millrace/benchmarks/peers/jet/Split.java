// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmarks.peers.jet;

import com.hazelcast.jet.core.AbstractProcessor;
import com.hazelcast.jet.datamodel.Tuple2;

/** Makes words of sentences. */
final class Split extends AbstractProcessor {

    private String[] words;
    private int next;
    private Object pending;

    @Override
    protected boolean tryProcess(int ordinal, Object item) {
        Tuple2<?, ?> tuple = (Tuple2<?, ?>) item;
        if (words == null) {
            words = ((String) tuple.f0()).split(" ");
            next = 0;
        }
        while (next < words.length) {
            if (pending == null) {
                pending = Tuple2.tuple2(words[next], tuple.f1());
            }
            if (!tryEmit(pending)) {
                return false;
            }
            pending = null;
            next++;
        }
        words = null;
        return true;
    }
}
