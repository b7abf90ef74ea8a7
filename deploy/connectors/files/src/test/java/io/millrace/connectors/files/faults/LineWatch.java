// SPDX-License-Identifier: Apache-2.0
package io.millrace.connectors.files.faults;

import io.millrace.connectors.files.faults.Movement.Gap;
import java.io.File;
import java.io.IOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** Appends lines all the time, and sees when sinks write some and when some become visible. */
final class LineWatch implements AutoCloseable {

    private static final long PAUSE_MILLIS = 100;

    private final NumberedLines lines;
    private final Movement written = new Movement("no line reached a sink");
    private final Movement visible = new Movement("no line became visible");

    /** What was in the directory of the sinks at the last look, by name. */
    private Map<String, Long> bytes = new HashMap<>();

    private long seenMillis;
    private final Watcher watcher;

    LineWatch(NumberedLines lines) {
        this.lines = lines;
        watcher = new Watcher("line-watch", PAUSE_MILLIS, this::look);
    }

    private void look() throws IOException {
        lines.append();
        look(System.nanoTime());
    }

    private void look(long now) {
        boolean grown = false;
        boolean shown = false;
        Map<String, Long> present = new HashMap<>();
        for (File file : lines.output().toFile().listFiles()) {
            long length = file.length();
            grown |= length > bytes.getOrDefault(file.getName(), 0L);
            shown |= !file.isHidden() && !bytes.containsKey(file.getName());
            present.put(file.getName(), length);
        }
        bytes = present;
        // Files that were read are moved there
        long moved = lines.seen().toFile().lastModified();
        shown |= moved != seenMillis;
        seenMillis = moved;
        if (grown || shown) {
            written.moved(now);
        }
        if (shown) {
            visible.moved(now);
        }
    }

    /** How long no line has reached a sink, or none has become visible. */
    long stillNanos() {
        long now = System.nanoTime();
        return Math.max(written.stillNanos(now), visible.stillNanos(now));
    }

    /** Returns the gaps of both kinds since a time. */
    List<Gap> gaps(long sinceNanos) {
        long now = System.nanoTime();
        return Stream.of(written, visible)
                .flatMap(movement -> movement.since(sinceNanos, now).stream())
                .toList();
    }

    /** Appends no more. */
    @Override
    public void close() {
        watcher.close();
    }
}
