// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.snapshot.store;

import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Finds earlier objects of which little is still needed. The next file takes over their needed blocks, so that the
 * objects can be deleted. So the objects of a snapshot take at most {@link #MOST_TIMES} times as much as its blocks,
 * however seldom some of these change; and a quarter of the written bytes are copies.
 *
 * <p>When there are more than {@link #MOST_OBJECTS} although none is sparse, all but half as many are taken over, first
 * those of which the least is needed. So a restore opens few files, and the report of a worker is short.
 */
final class SparseObjects {

    static final int MOST_TIMES = 4;
    static final int MOST_OBJECTS = 64;

    private SparseObjects() {}

    /**
     * Returns the blocks in sparse objects.
     *
     * @param objectBytes lengths of the known objects; others are left out
     */
    static Map<BlockName, BlockLocation> blocks(Map<BlockName, BlockLocation> blocks, Map<String, Long> objectBytes) {
        Map<String, Long> needed = new HashMap<>();
        blocks.values().stream()
                .filter(location -> objectBytes.containsKey(location.object()))
                .forEach(location -> needed.merge(location.object(), (long) location.length(), Long::sum));
        Set<String> sparse = new HashSet<>();
        needed.forEach((object, bytes) -> {
            if (bytes < objectBytes.get(object) / MOST_TIMES) {
                sparse.add(object);
            }
        });
        if (needed.size() - sparse.size() > MOST_OBJECTS) {
            sparse.addAll(smallest(needed, needed.size() - MOST_OBJECTS / 2));
        }
        Map<BlockName, BlockLocation> found = new LinkedHashMap<>();
        blocks.forEach((name, location) -> {
            if (sparse.contains(location.object())) {
                found.put(name, location);
            }
        });
        return found;
    }

    private static List<String> smallest(Map<String, Long> needed, int count) {
        return needed.entrySet().stream()
                .sorted(Map.Entry.<String, Long>comparingByValue().thenComparing(Map.Entry.comparingByKey()))
                .limit(count)
                .map(Map.Entry::getKey)
                .toList();
    }
}
