// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.worker;

import io.millrace.api.config.Config;
import io.millrace.api.config.TopologyKeys;
import io.millrace.runtime.codec.ValuesCodec;
import io.millrace.runtime.executor.Executor;
import io.millrace.runtime.tuple.TupleEncoder;
import java.util.function.LongSupplier;

/**
 * An executor with the encoders that its links to other processes need.
 *
 * @param codec codec that is confined to the executor's thread, as is the encoder
 */
record OwnExecutor(Executor executor, ValuesCodec codec, TupleEncoder encoder) {

    OwnExecutor(Executor executor, ValuesCodec codec, Config config, LongSupplier clock) {
        this(
                executor,
                codec,
                new TupleEncoder(codec, Math.toIntExact(config.get(TopologyKeys.MESSAGE_MAX_BYTES)), clock));
    }
}
