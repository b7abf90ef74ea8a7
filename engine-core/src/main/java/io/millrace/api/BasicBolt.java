package io.millrace.api;

/**
 * A bolt whose emissions are anchored to the input, which is acked when {@code execute} returns and failed when it
 * throws. Enough for most bolts; life-cycle and failures are those of {@link Bolt}.
 */
public interface BasicBolt extends Component {

    /** Makes what the task needs. */
    default void prepare(TaskContext context) {}

    /** Processes one tuple; must not block (see {@link BoltDeclarer#blocking()}). The tuple may be kept. */
    void execute(Tuple input, Emitter out);

    /** As {@link Bolt#close}. */
    default void close() {}

    /** Nothing; a bolt that emits declares its streams here. */
    @Override
    default void declareOutputs(OutputDeclarer out) {}
}
