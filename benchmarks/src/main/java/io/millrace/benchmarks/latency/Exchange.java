// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmarks.latency;

import java.io.IOException;
import java.util.ArrayDeque;
import java.util.Deque;
import org.agrona.CloseHelper;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

/** What the messages of a benchmark need, opened before it and closed after it. */
@State(Scope.Thread)
public abstract class Exchange {

    @Param
    public Trip trip;

    /** Bytes of a message. */
    @Param({"64", "1024", "10240"})
    public int length;

    /** The last one first. */
    private final Deque<AutoCloseable> open = new ArrayDeque<>();

    @Setup
    public void setUp() throws IOException {
        try {
            open();
        } catch (IOException | RuntimeException | Error e) {
            tearDown();
            throw e;
        }
    }

    abstract void open() throws IOException;

    /** Lets something be closed at the end, before what was opened earlier. */
    final <T extends AutoCloseable> T closing(T part) {
        open.push(part);
        return part;
    }

    @TearDown
    public void tearDown() {
        CloseHelper.closeAll(open);
        open.clear();
    }
}
