package io.millrace.runtime.metrics;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** Bounds the ways that a worker, node or topology reports: many executors keep more than a reader needs. Stateless. */
public final class WayLimit {

    static final int MOST_RANDOM = 4096;
    static final int MOST_SLOW = 1024;

    private WayLimit() {}

    /** Keeps the slowest ways, and a part of the randomly chosen ways, each of which then stands for more ways. */
    public static List<WayRecord> of(List<WayRecord> ways) {
        List<WayRecord> random = ways.stream().filter(way -> way.weight() > 0).toList();
        if (random.size() <= MOST_RANDOM && ways.size() - random.size() <= MOST_SLOW) {
            return ways;
        }
        List<WayRecord> kept = new ArrayList<>();
        int step = (random.size() + MOST_RANDOM - 1) / MOST_RANDOM;
        for (int i = 0; i < random.size(); i += step) {
            WayRecord way = random.get(i);
            kept.add(new WayRecord(
                    way.endedMillis(), way.latencyNanos(), way.weight() * step, way.tasks(), way.nanos()));
        }
        ways.stream()
                .filter(way -> way.weight() == 0)
                .sorted(Comparator.comparingLong(WayRecord::latencyNanos).reversed())
                .limit(MOST_SLOW)
                .forEach(kept::add);
        return kept;
    }
}
