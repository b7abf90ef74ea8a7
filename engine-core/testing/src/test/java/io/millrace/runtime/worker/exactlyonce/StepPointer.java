// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.worker.exactlyonce;

import io.millrace.runtime.snapshot.Pointer;
import io.millrace.runtime.snapshot.agent.MemoryPointer;
import io.millrace.runtime.snapshot.agent.PointerStore;
import java.io.IOException;

/**
 * A pointer that notes when it is set. The caller of a call that fails does not know whether the pointer was set: it
 * was.
 */
final class StepPointer implements PointerStore {

    private final MemoryPointer pointer = new MemoryPointer();
    private final Steps steps;

    /**
     * Whether writes are answered before they are done, for {@link Mutant#COMMIT_BEFORE_POINTER}; they are lost with
     * their writer.
     */
    private final boolean answersBefore;

    private Pointer promised;
    private long promisedVersion;

    StepPointer(Steps steps, boolean answersBefore) {
        this.steps = steps;
        this.answersBefore = answersBefore;
    }

    @Override
    public Seen read() {
        return promised == null ? pointer.read() : new Seen(promised, promisedVersion + 1);
    }

    @Override
    public long set(long version, Pointer next) throws IOException, ReplacedException {
        boolean isCommit = next.generation() == read().pointer().generation();
        if (promised != null) {
            pointer.set(promisedVersion, promised);
            promised = null;
        }
        if (answersBefore && isCommit && version == pointer.read().version()) {
            promised = next;
            promisedVersion = version;
            steps.take(Step.POINTER_SET);
            return version + 1;
        }
        long set = pointer.set(version, next);
        if (steps.take(isCommit ? Step.POINTER_SET : Step.GENERATION_SET)) {
            throw new IOException("the connection was lost");
        }
        return set;
    }

    /** The worker that writes has died. */
    void writerDied() {
        promised = null;
    }
}
