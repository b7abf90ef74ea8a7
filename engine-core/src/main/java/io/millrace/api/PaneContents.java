package io.millrace.api;

import io.millrace.api.window.Windows;
import java.util.Arrays;
import java.util.TreeMap;
import java.util.function.BiConsumer;

/** What the panes of one window have, collected in one pass over all panes of a key. Reused for each window. Confined to the task's thread. */
final class PaneContents implements BiConsumer<Long, Object> {

    /** Windows of more panes than that are kept as a tree. */
    private static final long MOST_PARTS = 1 << 16;

    private final long sizeMillis;
    private final long slideMillis;
    private final long paneMillis;

    /** By the position in the window; null where nothing has come. */
    private final Object[] parts;

    /** By the distance from the beginning of the window; null if there are few panes. */
    private final TreeMap<Long, Object> many;

    private long from;
    private long later;

    PaneContents(Windows windows, long paneMillis) {
        this.sizeMillis = windows.sizeMillis();
        this.slideMillis = windows.slideMillis();
        this.paneMillis = paneMillis;
        boolean few = sizeMillis / paneMillis <= MOST_PARTS;
        this.parts = new Object[few ? (int) (sizeMillis / paneMillis) : 0];
        this.many = few ? null : new TreeMap<>();
    }

    /** Forgets all, and begins a window. */
    void begin(long windowFrom) {
        Arrays.fill(parts, null);
        if (many != null) {
            many.clear();
        }
        from = windowFrom;
        later = Long.MAX_VALUE;
    }

    @Override
    public void accept(Long pane, Object accumulator) {
        long offset = pane - from;
        if (offset >= 0 && offset < sizeMillis) {
            if (many == null) {
                parts[(int) (offset / paneMillis)] = accumulator;
            } else {
                many.put(offset, accumulator);
            }
        }
        if (offset >= slideMillis) {
            later = Math.min(later, pane);
        }
    }

    /** Accumulators in the order of their panes, with null where nothing has come. */
    Object[] parts() {
        return many == null ? parts : many.values().toArray();
    }

    /** The first pane of a later window; {@link Long#MAX_VALUE} if there is none. */
    long later() {
        return later;
    }
}
