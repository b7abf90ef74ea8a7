// SPDX-License-Identifier: Apache-2.0
package io.millrace.cluster.controller.dashboard;

import io.millrace.api.metrics.LatencySummary;
import io.millrace.api.metrics.Stage;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * The figures of one topology in the last half hour: a ring of points that never grows. The sampling thread adds, HTTP
 * threads read.
 */
final class TopologySeries {

    /** The number of points: half an hour at the shortest interval. */
    static final int POINTS = 900;

    static final long KEPT_MILLIS = 30 * 60_000;

    private static final List<String> OWN = List.of("emitted", "executed", "acked", "failed", "pending", "p50", "p99");
    private static final Stage[] STAGES = Stage.values();
    private static final int COLUMNS = OWN.size() + 2 * STAGES.length;
    private static final List<String> NAMES = names();

    private final long[] times = new long[POINTS];
    private final float[] values = new float[POINTS * COLUMNS];
    private long added;

    /** Returns the points of a topology that has no sample yet. */
    static HistoryPoints none() {
        return new HistoryPoints(NAMES, List.of(), List.of());
    }

    synchronized void add(LiveTopology now) {
        int point = (int) (added % POINTS);
        times[point] = now.interval().atMillis();
        int at = point * COLUMNS;
        LiveTopology.Totals totals = now.interval().totals();
        values[at++] = (float) totals.emitted();
        values[at++] = (float) totals.executed();
        values[at++] = (float) totals.acked();
        values[at++] = (float) totals.failed();
        values[at++] = totals.pending();
        at = latency(at, now.latencies().latency());
        for (LiveTopology.StageNow stage : now.inStages().stages()) {
            at = latency(at, stage.latency());
        }
        added++;
    }

    private int latency(int at, LatencySummary latency) {
        boolean measured = latency.count() > 0;
        values[at] = measured ? latency.p50Nanos() : Float.NaN;
        values[at + 1] = measured ? latency.p99Nanos() : Float.NaN;
        return at + 2;
    }

    /** Returns the points of the last half hour that are younger than {@code sinceMillis}. */
    synchronized HistoryPoints since(long sinceMillis, long nowMillis) {
        long from = Math.max(sinceMillis, nowMillis - KEPT_MILLIS);
        List<Long> at = new ArrayList<>();
        List<List<Double>> points = new ArrayList<>();
        for (long number = Math.max(0, added - POINTS); number < added; number++) {
            int point = (int) (number % POINTS);
            if (times[point] > from) {
                at.add(times[point]);
                List<Double> row = new ArrayList<>(COLUMNS);
                for (int column = 0; column < COLUMNS; column++) {
                    row.add(rounded(values[point * COLUMNS + column]));
                }
                points.add(row);
            }
        }
        return new HistoryPoints(NAMES, at, points);
    }

    /** Returns the last values of the first column. */
    synchronized List<Double> lastEmitted(int most) {
        List<Double> last = new ArrayList<>();
        for (long number = Math.max(0, added - Math.min(most, POINTS)); number < added; number++) {
            last.add(rounded(values[(int) (number % POINTS) * COLUMNS]));
        }
        return last;
    }

    /** Rounds a value: four digits are more than a chart shows. */
    private static Double rounded(float value) {
        if (Float.isNaN(value)) {
            return null;
        }
        if (value == 0) {
            return 0.0;
        }
        double unit = Math.pow(10, Math.floor(Math.log10(Math.abs(value))) - 3);
        return unit >= 1 ? Math.rint(value / unit) * unit : Math.rint(value * 1e4) / 1e4;
    }

    private static List<String> names() {
        List<String> names = new ArrayList<>(OWN);
        for (Stage stage : STAGES) {
            String name = stage.name().toLowerCase(Locale.ROOT);
            names.add(name + ".p50");
            names.add(name + ".p99");
        }
        return List.copyOf(names);
    }
}
