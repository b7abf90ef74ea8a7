// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmarks.sweep;

import io.millrace.api.OutputDeclarer;
import io.millrace.api.Spout;
import io.millrace.api.SpoutCollector;
import io.millrace.api.TaskContext;
import io.millrace.benchmarks.macro.Signals;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;

/** Emits the images that are due, and those again that have failed. */
final class Images implements Spout {

    private static final long serialVersionUID = 1L;

    private final String directory;
    private transient TaskContext context;
    private transient SpoutCollector out;
    private transient Generated source;

    /** When images were due that are under way, by their number. */
    private transient Map<Long, Long> pending;

    Images(String directory) {
        this.directory = directory;
    }

    @Override
    public void declareOutputs(OutputDeclarer declarer) {
        declarer.declare("image");
    }

    @Override
    public void open(TaskContext taskContext, SpoutCollector collector) {
        context = taskContext;
        out = collector;
        pending = new HashMap<>();
        source = new Generated(Board.open(Path.of(directory)));
        Signals.up(Path.of(directory), "source");
    }

    @Override
    public void nextTuple() {
        long now = context.nanoTime();
        if (!source.isDue(now)) {
            out.idleUntil(source.idleUntil(now));
            return;
        }
        byte[] image = source.message();
        pending.put(Message.read(image).number(), source.due());
        emit(image, source.due());
        source.emitted(now);
    }

    @Override
    public void ack(Object messageId) {
        pending.remove(messageId);
    }

    @Override
    public void fail(Object messageId) {
        long due = pending.get(messageId);
        emit(source.repeated((Long) messageId, due), due);
    }

    private void emit(byte[] image, long due) {
        out.intendedAt(due);
        out.emitTracked(Message.read(image).number(), image);
    }
}
