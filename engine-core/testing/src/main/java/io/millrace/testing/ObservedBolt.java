package io.millrace.testing;

import io.millrace.api.Bolt;
import io.millrace.api.BoltCollector;
import io.millrace.api.CommittingBolt;
import io.millrace.api.Component;
import io.millrace.api.CountsRestored;
import io.millrace.api.EmitsLater;
import io.millrace.api.Emitter;
import io.millrace.api.HoldsInputs;
import io.millrace.api.HoldsWatermarks;
import io.millrace.api.OutputDeclarer;
import io.millrace.api.Stateful;
import io.millrace.api.TaskContext;
import io.millrace.api.Tuple;
import io.millrace.api.state.StateSpec;
import io.millrace.api.state.TimerEvent;
import java.time.Duration;
import java.util.List;

/**
 * Records what a bolt executes and throws, and applies faults to its inputs. The engine calls the methods of {@link Stateful} and
 * {@link CommittingBolt} only if the author's bolt has them. Used by the thread of the test.
 */
final class ObservedBolt
        implements Bolt, Stateful, CommittingBolt, HoldsWatermarks, HoldsInputs, CountsRestored, EmitsLater {

    private static final long serialVersionUID = 1L;

    private final Bolt bolt;
    private final Component authors;
    private final transient Recording recording;
    private transient BoltCollector out;
    private transient TimerEmitter timerOut;

    /** @param authors the author's bolt, which may be a basic one */
    ObservedBolt(Bolt bolt, Component authors, Recording recording) {
        this.bolt = bolt;
        this.authors = authors;
        this.recording = recording;
    }

    @Override
    public void declareOutputs(OutputDeclarer declarer) {
        bolt.declareOutputs(declarer);
    }

    @Override
    public void prepare(TaskContext context, BoltCollector collector) {
        out = collector;
        BoltCollector observed = new ObservedBoltCollector(collector, context, recording);
        timerOut = new TimerEmitter(observed);
        bolt.prepare(new ObservedContext(context, recording), observed);
    }

    @Override
    public List<StateSpec<?>> states() {
        return ((Stateful) authors).states();
    }

    @Override
    public List<StateSpec<?>> counted() {
        return authors instanceof CountsRestored counts ? counts.counted() : List.of();
    }

    @Override
    public void restored(StateSpec<?> state) {
        ((CountsRestored) authors).restored(state);
    }

    @Override
    public void watermark(Runnable pass) {
        if (authors instanceof HoldsWatermarks holds) {
            holds.watermark(pass);
        } else {
            pass.run();
        }
    }

    @Override
    public int held() {
        return authors instanceof HoldsWatermarks holds ? holds.held() : 0;
    }

    @Override
    public boolean waitsForCalls() {
        return authors instanceof HoldsWatermarks holds && holds.waitsForCalls();
    }

    @Override
    public boolean holdsInputs() {
        return authors instanceof HoldsInputs holds && holds.holdsInputs();
    }

    @Override
    public Duration longestHold() {
        return authors instanceof HoldsInputs holds ? holds.longestHold() : Duration.ZERO;
    }

    @Override
    public boolean isCommitting() {
        return authors instanceof CommittingBolt commits && commits.isCommitting();
    }

    @Override
    public long deadline() {
        return ((HoldsInputs) authors).deadline();
    }

    @Override
    public void release() {
        noting(((HoldsInputs) authors)::release);
    }

    @Override
    public long emittedAt(Tuple input) {
        return authors instanceof EmitsLater later ? later.emittedAt(input) : Long.MIN_VALUE;
    }

    @Override
    public void onTimer(TimerEvent timer, Emitter engines) {
        noting(() -> ((Stateful) authors).onTimer(timer, timerOut));
    }

    @Override
    public void begun(long snapshotId) {
        noting(() -> ((CommittingBolt) authors).begun(snapshotId));
    }

    @Override
    public Object prepare(long snapshotId) {
        Object[] handle = new Object[1];
        noting(() -> handle[0] = ((CommittingBolt) authors).prepare(snapshotId));
        return handle[0];
    }

    @Override
    public void commit(long snapshotId) {
        noting(() -> ((CommittingBolt) authors).commit(snapshotId));
    }

    @Override
    public void abort(long snapshotId) {
        noting(() -> ((CommittingBolt) authors).abort(snapshotId));
    }

    @Override
    public void recover(long generation, List<Prepared> prepared) {
        noting(() -> ((CommittingBolt) authors).recover(generation, prepared));
    }

    private void noting(Runnable call) {
        try {
            call.run();
        } catch (RuntimeException | Error e) {
            recording.errors.add(e);
            throw e;
        }
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
