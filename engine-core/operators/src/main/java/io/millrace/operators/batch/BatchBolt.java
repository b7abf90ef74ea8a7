// SPDX-License-Identifier: Apache-2.0
package io.millrace.operators.batch;

import io.millrace.api.BoltDeclarer;
import io.millrace.api.CommittingBolt;
import io.millrace.api.Component;
import io.millrace.api.OutputDeclarer;
import io.millrace.api.TaskContext;
import io.millrace.api.Tuple;
import java.util.List;

/**
 * Processes tuples in batches, for calls that cost about the same for one tuple as for many: a statement of a database,
 * a request over HTTP, an fsync, a model on an accelerator. {@code Bolts.batch} makes a bolt of it, and says when a
 * batch is complete. It can be a lambda, or a class that opens a connection. The task's thread calls all methods of an
 * instance.
 *
 * <p>It may be a {@link CommittingBolt} too: a batch is executed before its {@code prepare} of a snapshot is called.
 */
@FunctionalInterface
public interface BatchBolt extends Component {

    /** Creates objects that cannot be serialized, such as a connection, which are kept in transient fields. */
    default void prepare(TaskContext context) {}

    /**
     * Processes a batch. All its tuples are acked when this returns. If it throws, none of its emissions is sent, and
     * {@link BatchErrors} decides about the tuples. Must not block, unless the bolt is {@link BoltDeclarer#blocking()}.
     *
     * @param batch at least one tuple, in the order of arrival, without ticks; unmodifiable, may be kept
     * @param out valid during this call only
     */
    void execute(List<Tuple> batch, BatchEmitter out);

    /**
     * Releases the objects that {@code prepare} created. Also called if {@code prepare} has thrown. At an orderly end
     * the open batch is executed first.
     */
    default void close() {}

    /** Declares no stream. Override this in a class that emits, or give the fields to {@code Bolts.batch}. */
    @Override
    default void declareOutputs(OutputDeclarer out) {}
}
