// SPDX-License-Identifier: Apache-2.0
package io.millrace.connectors.files;

import java.time.Duration;
import java.util.Arrays;
import java.util.List;

/** A task of a source and the engine around it, with a clock that is stepped. */
final class SourceRun implements AutoCloseable {

    static final long POLL = 100_000_000L;

    final FakeTask engine;
    final FileSource source;

    SourceRun(FileSource settings, FakeTask engine) {
        this.engine = engine;
        source = settings.pollEvery(Duration.ofNanos(POLL));
        source.open(engine.context(), engine.spoutOut());
    }

    SourceRun restored(Object... snapshots) {
        source.restore(Arrays.asList(snapshots));
        return this;
    }

    /** Calls until the source has nothing to do before the next poll. */
    SourceRun run() {
        engine.idleUntil = Long.MIN_VALUE;
        while (engine.idleUntil == Long.MIN_VALUE) {
            source.nextTuple();
        }
        return this;
    }

    /** One call, after the time for which the source has nothing to do. */
    void step() {
        engine.now = Math.max(engine.now, engine.idleUntil);
        engine.idleUntil = Long.MIN_VALUE;
        source.nextTuple();
    }

    SourceRun finish() {
        while (!engine.finished) {
            step();
        }
        return this;
    }

    SourceRun poll() {
        engine.now += POLL;
        return run();
    }

    List<Object> lines() {
        return engine.emitted.stream().map(values -> values.get(0)).toList();
    }

    @Override
    public void close() {
        source.close();
    }
}
