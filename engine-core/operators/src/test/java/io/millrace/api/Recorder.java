// SPDX-License-Identifier: Apache-2.0
package io.millrace.api;

import io.millrace.api.codec.PayloadWriter;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Records the emissions of a component. */
public final class Recorder implements Emitter, SpoutCollector {

    public final List<List<Object>> emitted = new ArrayList<>();
    public final Map<Object, List<Object>> tracked = new LinkedHashMap<>();
    public int finished;
    public RuntimeException refusal;

    @Override
    public void answer(Object... values) {
        throw new UnsupportedOperationException();
    }

    @Override
    public void answerError(String message) {
        throw new UnsupportedOperationException();
    }

    @Override
    public void emit(Object... values) {
        emitted.add(Arrays.asList(values));
    }

    @Override
    public void emitTo(String stream, Object... values) {
        throw new AssertionError("no stream but the default one");
    }

    @Override
    public void emitDirect(int task, String stream, Object... values) {
        throw new AssertionError("no stream but the default one");
    }

    @Override
    public void emitTracked(Object messageId, Object... values) {
        if (refusal != null) {
            RuntimeException thrown = refusal;
            refusal = null;
            throw thrown;
        }
        emitted.add(Arrays.asList(values));
        tracked.put(messageId, Arrays.asList(values));
    }

    @Override
    public void emitTo(String stream, Object messageId, Object... values) {
        throw new AssertionError("no stream but the default one");
    }

    @Override
    public void emitDirect(int task, String stream, Object messageId, Object... values) {
        throw new AssertionError("no stream but the default one");
    }

    @Override
    public int[] lastTargets() {
        throw new AssertionError("no targets");
    }

    @Override
    public void resetTimeout(Object messageId) {
        throw new AssertionError("no time-outs");
    }

    @Override
    public void intendedAt(long nanoTime) {}

    @Override
    public void finish() {
        finished++;
    }

    @Override
    public void reportError(Throwable error) {
        throw new AssertionError(error);
    }

    @Override
    public void emitInto(int length, PayloadWriter writer, Object... before) {
        emit(PayloadValues.behind(before, length, writer));
    }
}
