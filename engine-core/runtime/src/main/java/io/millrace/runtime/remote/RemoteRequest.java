// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.remote;

import io.millrace.api.RequestException;
import io.millrace.api.RequestException.Reason;
import io.millrace.api.Tuple;
import io.millrace.runtime.service.FeedRequest;
import io.millrace.runtime.tuple.DataTuple;
import io.millrace.runtime.tuple.ServiceMessage;
import io.millrace.runtime.tuple.ServiceMessage.Flags;
import io.millrace.runtime.tuple.ServiceMessage.Verb;

/** A request of a client, which reports its end to the client. Confined to the thread of the task's executor. */
final class RemoteRequest extends FeedRequest<Void> {

    private final ClientSession session;
    private final int task;
    private final long number;
    private final int flags;

    RemoteRequest(ClientSession session, ServiceMessage ask, Object[] values, long startNanos) {
        super(values, startNanos);
        this.session = session;
        this.task = ask.task();
        this.number = ask.number();
        this.flags = ask.code();
    }

    @Override
    public boolean isAsked() {
        return (flags & Flags.ASKED) != 0;
    }

    @Override
    public boolean isRepeatedOnDeath() {
        return (flags & Flags.REPEATED_ON_DEATH) != 0;
    }

    @Override
    public void answered(Tuple answer) {
        if (isAsked() && complete(null)) {
            DataTuple tuple = (DataTuple) answer;
            tell(new ServiceMessage(
                    Verb.ANSWER, 0, task, tuple.sourceTask(), 0, session.client(), number, tuple.array()));
        }
    }

    @Override
    public void processed() {
        if (complete(null)) {
            tell(ServiceMessage.of(Verb.DONE, task, 0, session.client(), number));
        }
    }

    @Override
    public void orphaned() {
        if (complete(null)) {
            tell(ServiceMessage.of(Verb.ORPHANED, task, 0, session.client(), number));
        }
    }

    @Override
    public boolean completeExceptionally(Throwable cause) {
        boolean first = super.completeExceptionally(cause);
        if (first) {
            Reason reason = cause instanceof RequestException failure ? failure.reason() : Reason.FAILED;
            tell(ServiceMessage.of(
                    Verb.FAILED, task, reason.ordinal(), session.client(), number, String.valueOf(cause.getMessage())));
        }
        return first;
    }

    private void tell(ServiceMessage end) {
        session.ended(number);
        session.send(end);
    }
}
