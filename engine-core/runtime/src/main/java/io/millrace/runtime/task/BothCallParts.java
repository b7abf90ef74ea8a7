// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.task;

import io.millrace.api.Bolt;
import io.millrace.runtime.tuple.DataTuple;
import io.millrace.runtime.tuple.StreamRef;

/** Two parts that follow the calls of a bolt, in their order. */
record BothCallParts(CallPart first, CallPart second) implements CallPart {

    @Override
    public Bolt around(Bolt bolt) {
        return second.around(first.around(bolt));
    }

    @Override
    public void begins(DataTuple input) {
        first.begins(input);
        second.begins(input);
    }

    @Override
    public void ends(DataTuple input) {
        first.ends(input);
        second.ends(input);
    }

    @Override
    public void beginsCommand() {
        first.beginsCommand();
        second.beginsCommand();
    }

    @Override
    public void executed(DataTuple input) {
        first.executed(input);
        second.executed(input);
    }

    @Override
    public void settled(DataTuple input) {
        first.settled(input);
        second.settled(input);
    }

    @Override
    public void lost(StreamRef stream, int sourceTask) {
        first.lost(stream, sourceTask);
        second.lost(stream, sourceTask);
    }
}
