// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.engine;

import java.util.ArrayDeque;
import java.util.List;

/** Lets a watermark pass when all messages before it have ended. Confined to the task's thread. */
final class WatermarkQueue {

    /** Messages between two watermarks. */
    static final class Span {

        private int held;

        /** The action that lets the watermark at the end of the span pass; null until the watermark comes. */
        private Runnable pass;
    }

    private final ArrayDeque<Span> spans = new ArrayDeque<>(List.of(new Span()));

    /** A message has come. Returns its span, for {@link #ended}. */
    Span begun() {
        Span span = spans.getLast();
        span.held++;
        return span;
    }

    void ended(Span span) {
        span.held--;
        pass();
    }

    /** A watermark has come behind all messages so far. */
    void add(Runnable pass) {
        spans.getLast().pass = pass;
        spans.add(new Span());
        pass();
    }

    private void pass() {
        while (spans.getFirst().held == 0 && spans.getFirst().pass != null) {
            spans.removeFirst().pass.run();
        }
    }
}
