// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.snapshot;

import io.millrace.runtime.snapshot.SnapshotMessage.Abort;
import io.millrace.runtime.snapshot.SnapshotMessage.CommitDone;
import io.millrace.runtime.snapshot.SnapshotMessage.Committed;
import io.millrace.runtime.snapshot.SnapshotMessage.Failed;
import io.millrace.runtime.snapshot.SnapshotMessage.Ready;
import io.millrace.runtime.snapshot.SnapshotMessage.Start;
import io.millrace.runtime.snapshot.SnapshotMessage.Trigger;
import io.millrace.runtime.snapshot.SnapshotMessage.Written;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Messages that are under way, in order for each sender. */
final class ModelMessages {

    private ModelMessages() {}

    /**
     * Adds a message. A repetition while the message is still under way is lost, so that there are not infinitely many
     * states.
     */
    static void add(Map<Integer, List<SnapshotMessage>> inbox, int from, SnapshotMessage message) {
        List<SnapshotMessage> messages = inbox.computeIfAbsent(from, none -> new ArrayList<>());
        if (!messages.contains(message)) {
            messages.add(message);
        }
    }

    static SnapshotMessage remove(Map<Integer, List<SnapshotMessage>> inbox, int from) {
        List<SnapshotMessage> messages = inbox.get(from);
        SnapshotMessage first = messages.remove(0);
        if (messages.isEmpty()) {
            inbox.remove(from);
        }
        return first;
    }

    /**
     * Returns the message with another generation: for a process that does not check generations, all messages are of
     * the present one.
     */
    static SnapshotMessage withGeneration(SnapshotMessage message, long generation) {
        if (message instanceof Start) {
            return new Start(generation);
        } else if (message instanceof Trigger m) {
            return new Trigger(generation, m.snapshotId(), m.aligned(), m.overtakes());
        } else if (message instanceof Abort m) {
            return new Abort(generation, m.snapshotId(), m.reason());
        } else if (message instanceof Committed m) {
            return new Committed(generation, m.snapshotId(), m.holdsTuples());
        } else if (message instanceof Ready m) {
            return new Ready(m.worker(), m.epoch(), generation);
        } else if (message instanceof Written m) {
            return new Written(generation, m.snapshotId(), m.part(), m.wholeBytes(), m.durations(), m.holdsTuples());
        } else if (message instanceof Failed m) {
            return new Failed(generation, m.snapshotId(), m.worker(), m.reason());
        } else if (message instanceof CommitDone m) {
            return new CommitDone(generation, m.snapshotId(), m.worker());
        }
        return message;
    }
}
