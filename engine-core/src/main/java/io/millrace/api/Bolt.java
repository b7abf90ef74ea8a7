package io.millrace.api;

import io.millrace.api.config.TopologyKeys;

/**
 * Processes tuples and may emit others. One thread at a time calls the methods of an
 * instance, not always the same one: see {@link TopologyKeys#SHARE_THREADS}.
 *
 * <p>Each input must be acked or failed exactly once, in {@code execute} or later; a {@link BasicBolt} does so by
 * itself. Emissions anchored to an input belong to its tree. An input that is neither acked nor failed makes its tree
 * time out. Ticks need no ack.
 *
 * <p>Failures: an exception from {@code prepare} stops the worker with that cause, and the supervisor starts it again
 * with back-off. An exception from {@code execute} fails the input unless it was acked or failed already, is counted and
 * reported, and the bolt is called with the next tuple; what it had emitted before stays emitted. With at-least-once a
 * spout may emit the failed tuple again, so {@code execute} sees some tuples more than once. What holds for every
 * component is said in {@link Component}.
 */
public interface Bolt extends Component {

    /** Makes what the task needs. {@code out} stays valid, and belongs to the thread that calls this task. */
    void prepare(TaskContext context, BoltCollector out);

    /** Processes one tuple; must not block (see {@link BoltDeclarer#blocking()}). The tuple may be kept. */
    void execute(Tuple input);

    /**
     * Gives back what {@code prepare} made. Called at an orderly end, not when the process is killed; also when
     * {@code prepare} has thrown. What it throws is logged only.
     */
    default void close() {}

    /** Nothing; a bolt that emits declares its streams here. */
    @Override
    default void declareOutputs(OutputDeclarer out) {}
}
