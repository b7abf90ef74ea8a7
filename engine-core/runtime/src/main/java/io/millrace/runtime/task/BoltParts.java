package io.millrace.runtime.task;

import io.millrace.runtime.tuple.DataTuple;
import io.millrace.runtime.tuple.StreamRef;
import java.util.List;

/** The parts of a bolt task, by the points at which they are asked. Confined to the thread of the task's executor. */
final class BoltParts extends TaskParts {

    private InputPart[] inputs;
    private CallPart[] calls;
    private HoldingPart[] holding;

    BoltParts(List<? extends TaskPart> parts) {
        super(parts);
    }

    @Override
    void sort() {
        inputs = only(InputPart.class);
        calls = only(CallPart.class);
        holding = only(HoldingPart.class);
    }

    boolean admits(DataTuple tuple) {
        for (InputPart part : inputs) {
            if (!part.admits(tuple)) {
                return false;
            }
        }
        return true;
    }

    void admitted(DataTuple tuple) {
        for (InputPart part : inputs) {
            part.arrived(tuple);
            part.admitted(tuple);
        }
    }

    void arrived(DataTuple tuple) {
        for (InputPart part : inputs) {
            part.arrived(tuple);
        }
    }

    void executedAtOnce() {
        for (InputPart part : inputs) {
            part.executedAtOnce();
        }
    }

    void queued(DataTuple tuple) {
        for (InputPart part : inputs) {
            part.arrived(tuple);
            part.queued(tuple);
        }
    }

    boolean takesAll() {
        for (InputPart part : inputs) {
            if (part.takesAll()) {
                return true;
            }
        }
        return false;
    }

    void unqueued(DataTuple tuple) {
        for (InputPart part : inputs) {
            part.unqueued(tuple);
        }
    }

    boolean closesInbox() {
        for (InputPart part : inputs) {
            if (part.closesInbox()) {
                return true;
            }
        }
        return false;
    }

    int take(DataTuple tuple, long now, int budget) {
        for (InputPart part : inputs) {
            int work = part.take(tuple, now, budget);
            if (work > 0) {
                return work;
            }
        }
        return 0;
    }

    void skipped(int sourceTask, short generation) {
        for (InputPart part : inputs) {
            part.skipped(sourceTask, generation);
        }
    }

    void begins(DataTuple input) {
        for (CallPart part : calls) {
            part.begins(input);
        }
    }

    void ends(DataTuple input) {
        for (CallPart part : calls) {
            part.ends(input);
        }
    }

    void beginsCommand() {
        for (CallPart part : calls) {
            part.beginsCommand();
        }
    }

    void executed(DataTuple input) {
        for (CallPart part : calls) {
            part.executed(input);
        }
    }

    void settled(DataTuple input) {
        for (CallPart part : calls) {
            part.settled(input);
        }
    }

    void lost(StreamRef stream, int sourceTask) {
        for (CallPart part : calls) {
            part.lost(stream, sourceTask);
        }
    }

    boolean holdsInputs() {
        return holding.length > 0;
    }

    int mostInputs(int budget) {
        int most = budget;
        for (HoldingPart part : holding) {
            most = part.mostInputs(budget);
        }
        return most;
    }

    boolean endsTurn(long now) {
        for (HoldingPart part : holding) {
            if (part.endsTurn(now)) {
                return true;
            }
        }
        return false;
    }

    void release() {
        for (HoldingPart part : holding) {
            part.release();
        }
    }
}
