package io.millrace.runtime.worker;

import io.millrace.api.config.Config;
import io.millrace.api.config.TopologyKeys;
import io.millrace.runtime.codec.ValueCodec;
import io.millrace.runtime.executor.Executor;
import io.millrace.runtime.tuple.TupleEncoder;
import java.util.function.LongSupplier;

/**
 * An executor with what its links to other processes need.
 *
 * @param codec only for the executor's thread, as the encoder
 */
record OwnExecutor(Executor executor, ValueCodec codec, TupleEncoder encoder) {

    OwnExecutor(Executor executor, ValueCodec codec, Config config, LongSupplier clock) {
        this(
                executor,
                codec,
                new TupleEncoder(codec, Math.toIntExact(config.get(TopologyKeys.MESSAGE_MAX_BYTES)), clock));
    }
}
