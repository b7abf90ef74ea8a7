// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.engine;

import io.millrace.api.BasicBolt;
import io.millrace.api.Bolt;
import io.millrace.api.Component;
import io.millrace.api.TaskContext;
import io.millrace.api.Tuple;
import io.millrace.api.error.Foreign;

/** Runs a bolt in an engine, on the engine's thread. */
final class BoltRunner {

    private final Component bolt;
    private final EngineCollector collector = new EngineCollector();

    BoltRunner(Component bolt) {
        this.bolt = bolt;
    }

    void prepare(TaskContext context) {
        if (bolt instanceof BasicBolt basic) {
            basic.prepare(context);
        } else {
            ((Bolt) bolt).prepare(context, collector);
        }
    }

    /** @throws MessageFailure if the message has not been processed */
    void run(Tuple input, Emissions out) {
        collector.begin(input, out);
        try {
            if (bolt instanceof BasicBolt basic) {
                basic.execute(input, collector);
                collector.ack(input);
            } else {
                ((Bolt) bolt).execute(input);
            }
        } catch (EngineStopped | MessageFailure e) {
            throw e;
        } catch (Exception | Error e) {
            if (!(e instanceof LinkageError)) {
                Foreign.throwIfFatal(e);
            }
            throw new MessageFailure(Foreign.text(e), Foreign.readable(e));
        } finally {
            collector.end();
        }
        collector.check();
    }

    void close() {
        if (bolt instanceof BasicBolt basic) {
            basic.close();
        } else {
            ((Bolt) bolt).close();
        }
    }
}
