// SPDX-License-Identifier: Apache-2.0
package io.millrace.testing;

import io.millrace.api.Tuple;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** The recorded events of one component's tasks. Used by the thread of the test. */
final class RecordedEvents {

    final List<Emission> emissions = new ArrayList<>();
    final List<Tuple> executed = new ArrayList<>();
    final List<Object> acked = new ArrayList<>();
    final List<Object> failed = new ArrayList<>();
    final List<Throwable> errors = new ArrayList<>();
    final List<Fault.Armed> faults = new ArrayList<>();

    /**
     * The number of times that a message id is pending, by task and id: it may be emitted again before it has ended.
     */
    private final Map<Integer, Map<Object, Integer>> pending = new TreeMap<>();

    /** The ids of tuples that were fed to the engine's own spout, whose message ids are the stages of their ends. */
    final Map<Object, Long> ids = new HashMap<>();

    Object idOf(Object messageId) {
        Long id = messageId == null ? null : ids.get(messageId);
        return id == null ? messageId : id;
    }

    /**
     * Records an emission before its tuples are sent, because bolts of the same executor run within the emission and
     * their own emissions come after it.
     */
    void began(Emission emission) {
        emissions.add(emission);
        if (emission.messageId() != null) {
            pending.computeIfAbsent(emission.task(), none -> new LinkedHashMap<>())
                    .merge(emission.messageId(), 1, Integer::sum);
        }
    }

    void refused(Emission emission) {
        emissions.removeIf(each -> each == emission);
        if (emission.messageId() != null) {
            ended(emission.task(), emission.messageId());
        }
    }

    void acked(int task, Object messageId) {
        ended(task, messageId);
        acked.add(messageId);
    }

    void failed(int task, Object messageId) {
        ended(task, messageId);
        failed.add(messageId);
    }

    private void ended(int task, Object messageId) {
        pending.getOrDefault(task, Map.of()).computeIfPresent(messageId, (id, times) -> times == 1 ? null : times - 1);
    }

    /** Fails all pending trees of a task that died. */
    void died(int task) {
        Map<Object, Integer> lost = pending.remove(task);
        if (lost != null) {
            lost.forEach((messageId, times) -> {
                for (int i = 0; i < times; i++) {
                    failed.add(messageId);
                }
            });
        }
    }

    List<Object> pending() {
        List<Object> all = new ArrayList<>();
        pending.values()
                .forEach(ofTask -> ofTask.forEach((messageId, times) -> {
                    for (int i = 0; i < times; i++) {
                        all.add(messageId);
                    }
                }));
        return all;
    }

    /** Returns the first fault that applies to this tuple, or null. Faults that wait for a later tuple count it. */
    Fault faultFor(Tuple tuple) {
        for (Iterator<Fault.Armed> armed = faults.iterator(); armed.hasNext(); ) {
            Fault.Armed next = armed.next();
            if (next.appliesTo(tuple)) {
                if (next.isSpent()) {
                    armed.remove();
                }
                return next.fault();
            }
        }
        return null;
    }

    /** Forgets all that has ended. Pending trees and waiting faults are kept. */
    void forget() {
        emissions.clear();
        executed.clear();
        acked.clear();
        failed.clear();
        errors.clear();
    }
}
