package io.millrace.runtime.service;

import io.millrace.api.OutputDeclarer;
import io.millrace.api.Spout;
import io.millrace.api.SpoutCollector;
import io.millrace.api.TaskContext;
import io.millrace.runtime.ledger.TreeListener.Cause;
import io.millrace.runtime.task.TreeWatcher;
import io.millrace.runtime.tuple.DataTuple;

/** A spout of the engine whose calls as a spout go through another one, which calls it. Confined to its task's thread. */
final class ObservedSource implements Spout, TreeWatcher {

    private static final long serialVersionUID = 1L;

    private final transient TreeWatcher source;
    private final Spout observer;

    ObservedSource(TreeWatcher source, Spout observer) {
        this.source = source;
        this.observer = observer;
    }

    @Override
    public void declareOutputs(OutputDeclarer out) {
        observer.declareOutputs(out);
    }

    @Override
    public void open(TaskContext context, SpoutCollector out) {
        observer.open(context, out);
    }

    @Override
    public void nextTuple() {
        observer.nextTuple();
    }

    @Override
    public void ack(Object messageId) {
        observer.ack(messageId);
    }

    @Override
    public void fail(Object messageId) {
        observer.fail(messageId);
    }

    @Override
    public void activate() {
        observer.activate();
    }

    @Override
    public void deactivate() {
        observer.deactivate();
    }

    @Override
    public void close() {
        observer.close();
    }

    @Override
    public boolean isPolled() {
        return source.isPolled();
    }

    @Override
    public void acked(Object messageId) {
        observer.ack(messageId);
    }

    @Override
    public boolean hasWork(long now) {
        return source.hasWork(now);
    }

    @Override
    public long deadline() {
        return source.deadline();
    }

    @Override
    public int work(long now) {
        return source.work(now);
    }

    @Override
    public boolean isAlwaysTracked(Object messageId) {
        return source.isAlwaysTracked(messageId);
    }

    @Override
    public void replied(Object messageId, DataTuple reply) {
        source.replied(messageId, reply);
    }

    @Override
    public void repliedLate() {
        source.repliedLate();
    }

    @Override
    public void failed(Object messageId, Cause cause) {
        source.failed(messageId, cause);
    }
}
