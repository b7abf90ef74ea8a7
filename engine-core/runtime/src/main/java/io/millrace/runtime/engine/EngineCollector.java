// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.engine;

import io.millrace.api.BoltCollector;
import io.millrace.api.Emitter;
import io.millrace.api.Streams;
import io.millrace.api.Tuple;
import io.millrace.api.error.Foreign;
import java.util.Collection;

/** The collector of a bolt in an engine. Confined to the engine's thread. */
final class EngineCollector implements BoltCollector, Emitter {

    private enum End {
        NONE,
        ACKED,
        FAILED
    }

    /** The message that is processed; null between messages. */
    private Tuple input;

    private Emissions out;
    private End end;
    private Throwable reported;
    private String reason;

    void begin(Tuple message, Emissions emissions) {
        input = message;
        out = emissions;
        end = End.NONE;
        reported = null;
        reason = null;
    }

    void end() {
        input = null;
        out = null;
    }

    /** @throws MessageFailure unless the bolt has acked its message */
    void check() {
        if (end == End.NONE) {
            throw new MessageFailure(
                    "the bolt has neither acked nor failed its input: in an engine it must before execute"
                            + " returns");
        }
        if (end == End.FAILED) {
            throw new MessageFailure(
                    reason != null
                            ? Foreign.line(reason)
                            : reported == null ? "the bolt has failed it" : Foreign.text(reported),
                    reported);
        }
    }

    private void take(String stream, boolean anchored, Object[] values) {
        if (out == null) {
            throw new IllegalStateException("a bolt in an engine emits within execute only");
        }
        out.emit(new Emission(stream, anchored, values));
    }

    @Override
    public void emit(Object... values) {
        take(Streams.DEFAULT, true, values);
    }

    @Override
    public void emitTo(String stream, Object... values) {
        take(stream, true, values);
    }

    @Override
    public void emit(Tuple anchor, Object... values) {
        take(Streams.DEFAULT, true, values);
    }

    @Override
    public void emit(Collection<Tuple> anchors, Object... values) {
        take(Streams.DEFAULT, !anchors.isEmpty(), values);
    }

    @Override
    public void emitUnanchored(Object... values) {
        take(Streams.DEFAULT, false, values);
    }

    @Override
    public void emitTo(String stream, Collection<Tuple> anchors, Object... values) {
        take(stream, !anchors.isEmpty(), values);
    }

    @Override
    public void ack(Tuple tuple) {
        settle(tuple, End.ACKED);
    }

    @Override
    public void fail(Tuple tuple) {
        settle(tuple, End.FAILED);
    }

    @Override
    public void fail(Tuple tuple, String why) {
        reason = why;
        settle(tuple, End.FAILED);
    }

    private void settle(Tuple tuple, End how) {
        if (tuple != input) {
            throw new IllegalStateException("a bolt in an engine acks or fails its input, and within execute only");
        }
        if (end == End.NONE) {
            end = how;
        }
    }

    @Override
    public void resetTimeout(Tuple tuple) {
        out.alive();
    }

    @Override
    public void reportError(Throwable error) {
        reported = Foreign.readable(error);
    }

    @Override
    public void emitDirect(int task, String stream, Object... values) {
        throw refuse("emit to a task");
    }

    @Override
    public void emitDirect(int task, String stream, Collection<Tuple> anchors, Object... values) {
        throw refuse("emit to a task");
    }

    @Override
    public void answer(Object... values) {
        throw refuse("answer a request");
    }

    @Override
    public void answer(Tuple tuple, Object... values) {
        throw refuse("answer a request");
    }

    @Override
    public void answerError(String message) {
        throw refuse("answer a request");
    }

    @Override
    public void answerError(Tuple tuple, String message) {
        throw refuse("answer a request");
    }

    @Override
    public void pauseInput() {
        throw refuse("pause its input");
    }

    @Override
    public void resumeInput() {
        throw refuse("pause its input");
    }

    @Override
    public int[] lastTargets() {
        throw refuse("know the targets of an emission");
    }

    private static IllegalStateException refuse(String what) {
        return new IllegalStateException("a bolt in an engine cannot " + what + ": emit to a bolt behind it that does");
    }
}
