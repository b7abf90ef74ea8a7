package io.millrace.api;

/**
 * Processes tuples and may emit others. One thread calls all methods of an instance.
 *
 * <p>Each input must be acked or failed exactly once, in {@code execute} or later; a {@link BasicBolt} does so by
 * itself. Emissions anchored to an input belong to its tree.
 *
 * <p>Failures: an exception from {@code prepare} stops the worker with that cause, and the supervisor starts it again
 * with back-off. An exception from {@code execute} fails the input, is counted and reported, and the bolt is called
 * with the next tuple. Exceptions from {@code close} are logged only.
 */
public interface Bolt extends Component {

    /** Makes what the task needs. {@code out} stays valid, and belongs to this task's thread. */
    void prepare(TaskContext context, BoltCollector out);

    /** Processes one tuple; must not block (see {@link BoltDeclarer#blocking()}). The tuple may be kept. */
    void execute(Tuple input);

    /** Gives back what {@code prepare} made. Called at an orderly end, not when the process is killed. */
    default void close() {}
}
