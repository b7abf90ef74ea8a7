// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.task;

import io.millrace.api.Bolt;
import io.millrace.runtime.tuple.DataTuple;
import io.millrace.runtime.tuple.StreamRef;

/** A part of a bolt task that follows its calls and the end of inputs. */
public interface CallPart extends TaskPart {

    /** The part of a task that has no such parts, which does nothing. */
    CallPart NONE = new CallPart() {};

    /** Returns the bolt that is called with inputs in the place of this one. Called once, before {@code prepare}. */
    default Bolt around(Bolt bolt) {
        return bolt;
    }

    /** The bolt is about to be called with an input. */
    default void begins(DataTuple input) {}

    /** The call of the bolt with an input has returned or thrown. */
    default void ends(DataTuple input) {}

    /** The bolt is about to be called without an input, as a command asks for it. */
    default void beginsCommand() {}

    /** An input other than a tick was executed. */
    default void executed(DataTuple input) {}

    /** An input was acked or failed for the first time. */
    default void settled(DataTuple input) {}

    /** An input has come that cannot be read, and is not executed. */
    default void lost(StreamRef stream, int sourceTask) {}
}
