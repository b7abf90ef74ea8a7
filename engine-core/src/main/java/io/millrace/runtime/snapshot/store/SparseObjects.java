package io.millrace.runtime.snapshot.store;

import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Earlier objects of which little is still needed. The next file takes over what is needed of them, so that they can be deleted. So
 * the objects of a snapshot take at most {@link #MOST_TIMES} times as much as its blocks, however seldom some of these
 * change; and what is copied is a quarter of what is written.
 */
final class SparseObjects {

    static final int MOST_TIMES = 4;

    private SparseObjects() {}

    /**
     * Returns the blocks in such objects.
     *
     * @param objectBytes lengths of the objects that are known; others are left out
     */
    static Map<BlockName, BlockLocation> blocks(Map<BlockName, BlockLocation> blocks, Map<String, Long> objectBytes) {
        Map<String, Long> needed = new HashMap<>();
        blocks.values().forEach(location -> needed.merge(location.object(), (long) location.length(), Long::sum));
        Map<BlockName, BlockLocation> sparse = new LinkedHashMap<>();
        blocks.forEach((name, location) -> {
            Long bytes = objectBytes.get(location.object());
            if (bytes != null && needed.get(location.object()) < bytes / MOST_TIMES) {
                sparse.put(name, location);
            }
        });
        return sparse;
    }
}
