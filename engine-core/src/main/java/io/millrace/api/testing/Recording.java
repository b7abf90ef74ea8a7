package io.millrace.api.testing;

import io.millrace.api.Tuple;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** What was seen of one component's tasks; on the test's thread. */
final class Recording {

    final List<Emission> emissions = new ArrayList<>();
    final List<Tuple> executed = new ArrayList<>();
    final List<Object> acked = new ArrayList<>();
    final List<Object> failed = new ArrayList<>();
    final List<Throwable> errors = new ArrayList<>();
    final List<Fault.Armed> faults = new ArrayList<>();

    /** Per task, the message ids under way and how often; ids may be emitted again before they have ended. */
    private final Map<Integer, Map<Object, Integer>> pending = new TreeMap<>();

    void tracked(int task, Object messageId) {
        pending.computeIfAbsent(task, none -> new LinkedHashMap<>()).merge(messageId, 1, Integer::sum);
    }

    void acked(int task, Object messageId) {
        ended(task, messageId);
        acked.add(messageId);
    }

    void failed(int task, Object messageId) {
        ended(task, messageId);
        failed.add(messageId);
    }

    /** An emission was refused: it was never under way. */
    void ended(int task, Object messageId) {
        pending.getOrDefault(task, Map.of()).computeIfPresent(messageId, (id, times) -> times == 1 ? null : times - 1);
    }

    /** The task died, and its trees with it. */
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

    /** The first fault that befalls this tuple, or null; each that waits for a later one counts it. */
    Fault befalling(Tuple tuple) {
        for (Iterator<Fault.Armed> armed = faults.iterator(); armed.hasNext(); ) {
            Fault.Armed next = armed.next();
            if (next.befalls(tuple)) {
                if (next.isSpent()) {
                    armed.remove();
                }
                return next.fault();
            }
        }
        return null;
    }

    /** Forgets what has ended; what is under way, and the faults that wait, stay. */
    void forget() {
        emissions.clear();
        executed.clear();
        acked.clear();
        failed.clear();
        errors.clear();
    }
}
