// SPDX-License-Identifier: Apache-2.0
package io.millrace.api;

/**
 * A bolt whose emissions are anchored to the input. The input is acked when {@code execute} returns and failed when it
 * throws. Life-cycle and errors are those of {@link Bolt}.
 */
public interface BasicBolt extends Component {

    /** Prepares the task. */
    default void prepare(TaskContext context) {}

    /**
     * Processes one tuple, which may be kept. Must not block, see {@link BoltDeclarer#blocking()}.
     *
     * @param out valid during this call only
     */
    void execute(Tuple input, Emitter out);

    /** Closes the task, as {@link Bolt#close} does. */
    default void close() {}

    /** Declares no stream. Override this in a bolt that emits. */
    @Override
    default void declareOutputs(OutputDeclarer out) {}
}
