// SPDX-License-Identifier: Apache-2.0
package io.millrace.operators.format;

import io.millrace.api.Fields;
import io.millrace.api.error.MalformedException;
import java.io.Serializable;

/**
 * Makes the values of a tuple from the bytes of a message: a line of a file, or a message of a broker. It is copied
 * with its source, one copy for each task, and called by the task's thread.
 */
public interface ReadFormat extends Serializable {

    /** Returns the names of the values. */
    Fields fields();

    /**
     * Returns the values, in the order of the fields, or null if there is nothing to emit. Must not keep the array of
     * bytes.
     *
     * @param bytes the array that contains the message
     * @param offset the offset of its first byte
     * @param length the length in bytes, from 0
     * @throws MalformedException if the message cannot be read; an unchecked exception has the same effect
     */
    Object[] read(byte[] bytes, int offset, int length) throws MalformedException;

    /**
     * Returns whether messages are text in UTF-8. Sources of messages skip a byte order mark at the beginning of such a
     * message, and those of lines at the beginning of a file in any case.
     */
    default boolean isText() {
        return false;
    }
}
