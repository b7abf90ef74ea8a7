package io.millrace.runtime.worker;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;

/**
 * What the components of one test received. They find it by the test's name, because tasks get copies of components.
 */
final class Journal {

    private static final Map<String, Journal> BY_TEST = new ConcurrentHashMap<>();

    final Map<Object, Integer> acked = Collections.synchronizedMap(new TreeMap<>());
    final Map<Object, Integer> failed = Collections.synchronizedMap(new TreeMap<>());
    final List<String> events = Collections.synchronizedList(new ArrayList<>());
    final List<Object> seen = Collections.synchronizedList(new ArrayList<>());
    int deepest;

    static Journal fresh(String test) {
        Journal journal = new Journal();
        BY_TEST.put(test, journal);
        return journal;
    }

    /** Records how many frames are on the stack. */
    void depth(int frames) {
        deepest = Math.max(deepest, frames);
    }

    static Journal of(String test) {
        return BY_TEST.get(test);
    }
}
