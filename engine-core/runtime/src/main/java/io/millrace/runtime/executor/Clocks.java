// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.executor;

import java.util.function.LongSupplier;

/**
 * The clocks of a worker. Any thread may read them.
 *
 * @param nanos clock on a time line that all processes of the node share
 * @param wallMillis time of day in milliseconds since 1970
 */
public record Clocks(LongSupplier nanos, LongSupplier wallMillis) {}
