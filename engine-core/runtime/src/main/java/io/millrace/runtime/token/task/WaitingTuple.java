// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.token.task;

import io.millrace.runtime.tuple.DataTuple;

/**
 * A tuple that waits for a token, while it is an object.
 *
 * @param position position in its queue, one more than that of the tuple before it
 * @param since time since when it waits
 * @param bytes number of bytes that it takes of the memory of all waiting tuples
 */
record WaitingTuple(DataTuple tuple, long position, long since, int bytes) {}
