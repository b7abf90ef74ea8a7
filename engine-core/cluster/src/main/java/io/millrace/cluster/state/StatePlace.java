// SPDX-License-Identifier: Apache-2.0
package io.millrace.cluster.state;

import io.millrace.api.spi.SnapshotStore;
import io.millrace.runtime.snapshot.store.SnapshotStores;
import java.io.IOException;
import java.io.OutputStream;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeUnit;

/** The steps of a check at the location, each within a time limit. Any thread may call it. */
final class StatePlace {

    private final Duration limit;

    /** @param limit the time after which the location counts as not answering */
    StatePlace(Duration limit) {
        this.limit = limit;
    }

    private interface Work {
        StateAnswer run() throws IOException;
    }

    /** Writes the object, if the location exists. A directory is not made. */
    StateAnswer writeIfThere(StateCheck check) {
        return within(
                check,
                () -> {
                    SnapshotStores.sees(check.location(), check.settings(), check.object(), check.bytes());
                    return written(check);
                },
                () -> removed(check));
    }

    /** Writes the object, and makes the location if needed, as a worker would. */
    StateAnswer write(StateCheck check) {
        return within(check, () -> written(check), () -> removed(check));
    }

    StateAnswer see(StateCheck check) {
        return within(
                check,
                () -> SnapshotStores.sees(check.location(), check.settings(), check.object(), check.bytes())
                        ? StateAnswer.DONE
                        : StateAnswer.not("it is another place there"),
                () -> StateAnswer.DONE);
    }

    StateAnswer remove(StateCheck check) {
        return within(check, () -> removed(check), () -> StateAnswer.DONE);
    }

    private static StateAnswer removed(StateCheck check) throws IOException {
        try (SnapshotStore store = SnapshotStores.open(check.location(), check.settings())) {
            store.delete(check.object());
        }
        return StateAnswer.DONE;
    }

    private static StateAnswer written(StateCheck check) throws IOException {
        try (SnapshotStore store = SnapshotStores.open(check.location(), check.settings());
                SnapshotStore.Draft draft = store.write(check.object())) {
            OutputStream out = draft.out();
            out.write(check.bytes());
            draft.publish();
        }
        return StateAnswer.DONE;
    }

    private StateAnswer within(StateCheck check, Work work, Work undo) {
        CompletableFuture<StateAnswer> answer = new CompletableFuture<>();
        Thread thread = new Thread(() -> run(answer, work, undo), "millrace-state-check");
        thread.setDaemon(true);
        thread.start();
        StateAnswer late = StateAnswer.late(check.location() + " does not answer within " + limit.toMillis() + " ms");
        return answer.completeOnTimeout(late, limit.toMillis(), TimeUnit.MILLISECONDS)
                .join();
    }

    /** @param undo undoes the work if its result is not awaited any more */
    private static void run(CompletableFuture<StateAnswer> answer, Work work, Work undo) {
        try {
            if (!answer.complete(work.run())) {
                undo.run();
            }
        } catch (IOException | RuntimeException e) {
            answer.complete(StateAnswer.not(reason(e)));
        }
    }

    static String reason(Throwable failure) {
        Throwable cause =
                failure instanceof CompletionException && failure.getCause() != null ? failure.getCause() : failure;
        return cause.getMessage() == null ? cause.toString() : cause.getMessage();
    }
}
