// SPDX-License-Identifier: Apache-2.0
package io.millrace.operators.format;

import io.millrace.api.Tuple;
import java.io.Serializable;

/**
 * Makes the bytes of a message from a tuple. It is copied with its sink, one copy for each task, and called by the
 * task's thread.
 */
@FunctionalInterface
public interface WriteFormat extends Serializable {

    /** Returns the message. An exception is an error of the sink, as an exception of {@code execute} is. */
    byte[] write(Tuple input);
}
