package io.millrace.api.testing;

import io.millrace.api.Bolt;
import io.millrace.api.BoltCollector;
import io.millrace.api.OutputDeclarer;
import io.millrace.api.TaskContext;
import io.millrace.api.Tuple;

/** Records what a bolt executes and throws, and applies faults to its inputs. Used by the thread of the test. */
final class ObservedBolt implements Bolt {

    private static final long serialVersionUID = 1L;

    private final Bolt bolt;
    private final transient Recording recording;
    private transient BoltCollector out;

    ObservedBolt(Bolt bolt, Recording recording) {
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
        bolt.prepare(new ObservedContext(context, recording), new ObservedBoltCollector(collector, context, recording));
    }

    @Override
    public void execute(Tuple input) {
        Fault fault = input.isTick() ? null : recording.faultFor(input);
        if (fault != null && fault.action() != Fault.Action.THROW) {
            if (fault.action() == Fault.Action.FAIL) {
                out.fail(input);
            }
            return;
        }
        try {
            if (fault != null) {
                throw fault.exception();
            }
            if (!input.isTick()) {
                recording.executed.add(input);
            }
            bolt.execute(input);
        } catch (Throwable e) {
            recording.errors.add(e);
            throw e;
        }
    }

    @Override
    public void close() {
        bolt.close();
    }
}
