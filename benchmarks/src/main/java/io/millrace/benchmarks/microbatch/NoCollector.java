// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmarks.microbatch;

import io.millrace.api.BoltCollector;
import io.millrace.api.Tuple;
import java.util.Collection;

/** Counts acks and does nothing else. */
final class NoCollector implements BoltCollector {

    long acks;

    @Override
    public void emit(Tuple anchor, Object... values) {}

    @Override
    public void emit(Collection<Tuple> anchors, Object... values) {}

    @Override
    public void emitUnanchored(Object... values) {}

    @Override
    public void emitTo(String stream, Collection<Tuple> anchors, Object... values) {}

    @Override
    public void emitDirect(int task, String stream, Collection<Tuple> anchors, Object... values) {}

    @Override
    public void answer(Tuple input, Object... values) {}

    @Override
    public void answerError(Tuple input, String message) {}

    @Override
    public void pauseInput() {}

    @Override
    public void resumeInput() {}

    @Override
    public int[] lastTargets() {
        return new int[0];
    }

    @Override
    public void ack(Tuple input) {
        acks++;
    }

    @Override
    public void fail(Tuple input) {}

    @Override
    public void resetTimeout(Tuple input) {}

    @Override
    public void reportError(Throwable error) {}
}
