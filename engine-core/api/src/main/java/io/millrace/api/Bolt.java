// SPDX-License-Identifier: Apache-2.0
package io.millrace.api;

/**
 * Processes tuples and may emit others. One thread calls all methods of an instance, that of its executor.
 *
 * <p>Ack or fail each input exactly once, in {@code execute} or later. A {@link BasicBolt} does this by itself.
 * Emissions anchored to an input belong to the input's tree. If an input is neither acked nor failed, its tree times
 * out. Ticks need no ack.
 *
 * <p>Errors: an exception from {@code prepare} stops the worker, and the supervisor restarts it with back-off. An
 * exception from {@code execute} fails the input unless it was acked or failed before, and is counted and logged.
 * Tuples emitted before it stay emitted, and the bolt is called with the next tuple. With at-least-once a spout may
 * emit the failed tuple again, so {@code execute} may see a tuple more than once. {@link Component} says what holds for
 * every component.
 */
public interface Bolt extends Component {

    /**
     * Prepares the task.
     *
     * @param out valid until {@code close}; to be used only within calls of this bolt
     */
    void prepare(TaskContext context, BoltCollector out);

    /** Processes one tuple, which may be kept. Must not block, see {@link BoltDeclarer#blocking()}. */
    void execute(Tuple input);

    /**
     * Releases what {@code prepare} acquired. Called at an orderly end, but not when the process is killed. Also called
     * if {@code prepare} has thrown. An exception is only logged.
     */
    default void close() {}

    /** Declares no stream. Override this in a bolt that emits. */
    @Override
    default void declareOutputs(OutputDeclarer out) {}
}
