package io.millrace.cluster.model;

import io.millrace.api.config.SecretSettings;
import io.millrace.api.json.Inline;

/**
 * The last savepoint that was asked of a topology, and what became of it.
 *
 * @param number ascending in the life of the topology, from 1
 * @param location where it is, or shall be
 * @param then what becomes of the topology when the savepoint is made
 * @param request the id that the client gave its request; empty if it gave none
 */
public record SavepointRecord(
        long number, String location, Then then, @Inline Answer answer, String request) {

    /**
     * What became of it.
     *
     * @param snapshotId what it holds; 0 while it is not made
     * @param bytes of its objects
     * @param failure why it was not made, in one line; empty if it was, or is still being made
     */
    public record Answer(State state, long snapshotId, long bytes, String failure) {}

    public SavepointRecord {
        // Absent in what earlier engines have written
        request = request == null ? "" : request;
    }

    /** One that is asked. */
    public SavepointRecord(long number, String location, Then then, String request) {
        this(number, location, then, new Answer(State.ASKED, 0, 0, ""), request);
    }

    /** What becomes of the topology. */
    public enum Then {
        /** It goes on. */
        GO_ON,
        /** Its spouts stop before, so that the savepoint contains all that they have emitted; and then it is killed. */
        STOP,
        /** It goes on while the savepoint is made, and is killed then. */
        KILL
    }

    /** Whether it is made. */
    public enum State {
        ASKED,
        MADE,
        FAILED
    }

    public State state() {
        return answer.state();
    }

    public String failure() {
        return answer.failure();
    }

    /** Whether the request with this id has asked it. */
    public boolean isAskedBy(String requestId) {
        return !request.isEmpty() && request.equals(requestId);
    }

    public boolean isAsked() {
        return state() == State.ASKED;
    }

    /** Whether the topology's spouts must not emit because of it. */
    public boolean pauses() {
        return then == Then.STOP && state() != State.FAILED;
    }

    /** Whether the topology is to be killed now. */
    public boolean ends() {
        return then != Then.GO_ON && state() == State.MADE;
    }

    /** Returns what may be shown of it. */
    public SavepointRecord shown() {
        return new SavepointRecord(
                number,
                SecretSettings.shownText(location),
                then,
                new Answer(state(), answer.snapshotId(), answer.bytes(), SecretSettings.shownText(failure())),
                request);
    }

    /** Returns what became of it. */
    public SavepointRecord answered(long snapshot, long size, String why) {
        return new SavepointRecord(
                number,
                location,
                then,
                new Answer(why.isEmpty() ? State.MADE : State.FAILED, snapshot, size, why),
                request);
    }
}
