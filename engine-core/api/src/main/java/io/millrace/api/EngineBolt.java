// SPDX-License-Identifier: Apache-2.0
package io.millrace.api;

import io.millrace.api.config.EngineBounds;

/**
 * A bolt whose messages engines process, see {@link TopologyBuilder#setEngines}. Each message goes to a free engine of
 * the task; without one the task takes no further message. The task's thread calls all methods.
 */
public final class EngineBolt implements Bolt, HoldsWatermarks {

    private static final long serialVersionUID = 1L;

    private final Engines engines;
    private final int min;
    private final int max;

    private transient EngineTask task;

    EngineBolt(Engines engines, int min, int max) {
        this.engines = engines;
        this.min = min;
        this.max = max;
    }

    @Override
    public void declareOutputs(OutputDeclarer out) {
        engines.declare(out);
        out.declareStream(Streams.DEAD, "input", "error");
    }

    @Override
    public void prepare(TaskContext context, BoltCollector out) {
        task = EngineRunner.load().start(this, context, out);
    }

    @Override
    public void execute(Tuple input) {
        if (!input.isTick()) {
            task.execute(input);
        }
    }

    @Override
    public void watermark(Runnable pass) {
        task.watermark(pass);
    }

    @Override
    public int held() {
        return task.held();
    }

    @Override
    public void close() {
        if (task != null) {
            task.close();
        }
    }

    /** Returns the engines that process the messages. */
    public Engines engines() {
        return engines;
    }

    /** Returns the least number of engines of each task, unless settings say otherwise. */
    public int min() {
        return min;
    }

    /** Returns the greatest number of engines of each task, unless settings say otherwise. */
    public int max() {
        return max;
    }

    /**
     * Adds a listener, which gets the number of free engines and of all engines of this task, now and after each
     * change. Only after {@code prepare}.
     */
    public void watch(EngineTask.Listener listener) {
        task.watch(listener);
    }

    /** Sets the source of what the engines know about waiting messages. Only after {@code prepare}. */
    public void host(EngineHost host) {
        task.host(host);
    }

    /** Sets the least and the greatest number of the task's engines from now on. Only after {@code prepare}. */
    public void bounds(EngineBounds.Range bounds) {
        task.bounds(bounds);
    }

    /** Returns {@link EngineTask#endingWithin}. Only after {@code prepare}. */
    public int endingWithin(long nanos) {
        return task.endingWithin(nanos);
    }

    /** Returns {@link EngineTask#nextEndingWithin}. Only after {@code prepare}. */
    public long nextEndingWithin(long nanos) {
        return task.nextEndingWithin(nanos);
    }

    @Override
    public String toString() {
        return "EngineBolt[" + engines + ", " + min + " to " + max + "]";
    }
}
