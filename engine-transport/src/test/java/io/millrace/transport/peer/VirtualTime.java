// SPDX-License-Identifier: Apache-2.0
package io.millrace.transport.peer;

import io.netty.buffer.ByteBuf;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;
import java.util.function.BooleanSupplier;

/** Steps the events between pipes on the calling thread, in the order of their times: no clock, no sleep. */
final class VirtualTime implements AutoCloseable {

    private record Event(long at, long number, Runnable action, ByteBuf cargo) {}

    private final PriorityQueue<Event> events =
            new PriorityQueue<>(Comparator.comparingLong(Event::at).thenComparingLong(Event::number));
    private final List<BooleanSupplier> settlers = new ArrayList<>();
    private long now = 1;
    private long numbers;

    long now() {
        return now;
    }

    void at(long when, Runnable action) {
        events.add(new Event(Math.max(when, now), numbers++, action, null));
    }

    /** Adds an event; {@code cargo} is released if this is closed before. */
    void at(long when, ByteBuf cargo, Runnable action) {
        events.add(new Event(Math.max(when, now), numbers++, action, cargo));
    }

    /** Adds a step that does the work of this instant; it returns whether it did something. */
    void settleWith(BooleanSupplier settler) {
        settlers.add(settler);
    }

    void runFor(long nanos) {
        long end = now + nanos;
        settle();
        while (!events.isEmpty() && events.peek().at() <= end) {
            Event event = events.poll();
            now = event.at();
            event.action().run();
            settle();
        }
        now = end;
    }

    private void settle() {
        boolean moved = true;
        while (moved) {
            moved = false;
            for (BooleanSupplier settler : settlers) {
                moved |= settler.getAsBoolean();
            }
        }
    }

    @Override
    public void close() {
        events.forEach(event -> {
            if (event.cargo() != null) {
                event.cargo().release();
            }
        });
        events.clear();
    }
}
