// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.engine;

import io.millrace.api.Component;
import io.millrace.api.TaskContext;
import io.millrace.api.Tuple;
import io.millrace.api.error.Foreign;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Runs a bolt in the engine's thread itself. */
final class ThreadEngine implements Engine {

    private static final Logger LOG = LoggerFactory.getLogger(ThreadEngine.class);

    private final Supplier<Component> copies;
    private final TaskContext context;

    private BoltRunner runner;

    /** @param copies makes a copy of the bolt */
    ThreadEngine(Supplier<Component> copies, TaskContext context) {
        this.copies = copies;
        this.context = context;
    }

    @Override
    public void start() throws EngineDeath {
        runner = new BoltRunner(copies.get());
        try {
            runner.prepare(context);
        } catch (Exception | Error e) {
            Foreign.throwIfFatal(e);
            throw new EngineDeath("prepare failed with " + Foreign.text(e), Foreign.readable(e));
        }
    }

    @Override
    public void process(Tuple input, Emissions out) {
        runner.run(input, out);
    }

    @Override
    public void check() {}

    @Override
    public void end() {
        BoltRunner ended = runner;
        runner = null;
        if (ended != null) {
            try {
                ended.close();
            } catch (Exception | Error e) {
                Foreign.throwIfFatal(e);
                LOG.warn("{}: close failed", context.componentId(), Foreign.readable(e));
            }
        }
    }

    @Override
    public boolean kill(String reason) {
        return false;
    }

    @Override
    public long memoryBytes() {
        return 0;
    }
}
