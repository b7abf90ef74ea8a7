// SPDX-License-Identifier: Apache-2.0
package io.millrace.testing;

import io.millrace.api.Bolt;
import io.millrace.api.BoltCollector;
import io.millrace.api.OutputDeclarer;
import io.millrace.api.TaskContext;
import io.millrace.api.Tuple;
import io.millrace.runtime.task.BoltTask;
import io.millrace.runtime.task.CallPart;

/** Records the inputs of a bolt task too, and applies faults to them. Used by the thread of the test. */
final class ObservedCalls extends ObservedTask implements CallPart {

    ObservedCalls(BoltTask task, RecordedEvents recording) {
        super(task, recording);
    }

    @Override
    public Bolt around(Bolt bolt) {
        return new Faulty(bolt, recording);
    }

    private static final class Faulty implements Bolt {

        private static final long serialVersionUID = 1L;

        private final Bolt bolt;
        private final transient RecordedEvents recording;
        private transient BoltCollector out;

        Faulty(Bolt bolt, RecordedEvents recording) {
            this.bolt = bolt;
            this.recording = recording;
        }

        @Override
        public void declareOutputs(OutputDeclarer declarer) {
            bolt.declareOutputs(declarer);
        }

        @Override
        public void prepare(TaskContext context, BoltCollector collector) {
            out = collector;
            bolt.prepare(context, collector);
        }

        @Override
        public void execute(Tuple input) {
            Fault fault = input.isTick() ? null : recording.faultFor(input);
            if (fault == null) {
                if (!input.isTick()) {
                    recording.executed.add(input);
                }
                bolt.execute(input);
                return;
            }
            switch (fault.action()) {
                case FAIL -> out.fail(input);
                case THROW -> throw fault.exception();
                case LOSE -> {}
            }
        }

        @Override
        public void close() {
            bolt.close();
        }
    }
}
