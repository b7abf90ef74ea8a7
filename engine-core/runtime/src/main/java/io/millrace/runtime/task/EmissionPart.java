// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.task;

import io.millrace.api.Tuple;
import java.util.Collection;

/** A part of a task that follows the emissions of the component. All bytes of the values have been written. */
public interface EmissionPart extends TaskPart {

    /**
     * The component emits, or answers, and no tuple has been sent. {@link #emitted} follows; in between, bolts of the
     * same executor may emit.
     *
     * @param messageId id under which a spout tracks the tuple; null for other tuples
     * @param anchors anchors of a bolt's emission
     * @param target task that a direct emission names, or 0
     */
    void emits(String stream, Object messageId, Collection<? extends Tuple> anchors, int target, Object[] values);

    /**
     * The emission that began last, and has not ended, ends.
     *
     * @param sent whether it was sent or waits to be sent; else it throws
     */
    void emitted(boolean sent);
}
