package io.millrace.api;

/**
 * A bolt whose emissions are anchored to the input, which is acked when {@code execute} returns and failed when it
 * throws. Enough for most bolts; the life-cycle is that of {@link Bolt}.
 */
public interface BasicBolt extends Component {

    default void prepare(TaskContext context) {}

    void execute(Tuple input, Emitter out);

    default void close() {}
}
