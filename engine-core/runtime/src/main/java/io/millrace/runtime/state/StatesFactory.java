// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.state;

import io.millrace.api.ComponentSpec;
import io.millrace.api.Stateful;
import io.millrace.runtime.codec.ValuesCodec;
import java.util.function.LongSupplier;

/** Makes the states of tasks. Any thread may call it. */
@FunctionalInterface
public interface StatesFactory {

    /**
     * Makes empty states as a bolt declares them.
     *
     * @param codec codec of the executor
     * @param wallClock the time of day in milliseconds since 1970
     */
    TaskStates make(ComponentSpec component, Stateful bolt, ValuesCodec codec, LongSupplier wallClock);
}
