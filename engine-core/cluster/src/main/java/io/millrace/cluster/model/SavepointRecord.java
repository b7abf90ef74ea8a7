// SPDX-License-Identifier: Apache-2.0
package io.millrace.cluster.model;

import io.millrace.api.config.SecretSettings;
import io.millrace.api.json.Inline;

/**
 * The last savepoint that was requested of a topology, and its outcome.
 *
 * @param number the number, ascending in the life of the topology, from 1
 * @param location the location at which it is made
 * @param then the fate of the topology when the savepoint is made
 * @param request the id that the client gave its request; empty if it gave none
 */
public record SavepointRecord(
        long number, String location, Then then, @Inline Answer answer, String request) {

    /**
     * What became of it.
     *
     * @param snapshotId what it holds; 0 while it is not made
     * @param bytes the bytes of its objects
     * @param failure why it was not made, in one line; empty if it was, or is still being made
     */
    public record Answer(State state, long snapshotId, long bytes, String failure) {}

    public SavepointRecord {
        // Records of earlier engines do not have this field
        request = request == null ? "" : request;
    }

    /** Makes the record of a request. */
    public SavepointRecord(long number, String location, Then then, String request) {
        this(number, location, then, new Answer(State.ASKED, 0, 0, ""), request);
    }

    /** The fate of the topology. */
    public enum Then {
        /** The topology goes on. */
        GO_ON,
        /**
         * The spouts stop first, so that the savepoint contains all tuples that they have emitted; then the topology is
         * killed.
         */
        STOP,
        /** The topology goes on while the savepoint is made, and is killed then. */
        KILL
    }

    /** The state of the savepoint. */
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

    /** Returns the record without secrets. */
    public SavepointRecord shown() {
        return new SavepointRecord(
                number,
                SecretSettings.shownText(location),
                then,
                new Answer(state(), answer.snapshotId(), answer.bytes(), SecretSettings.shownText(failure())),
                request);
    }

    /** Returns the record with its outcome. */
    public SavepointRecord answered(long snapshot, long size, String why) {
        return new SavepointRecord(
                number,
                location,
                then,
                new Answer(why.isEmpty() ? State.MADE : State.FAILED, snapshot, size, why),
                request);
    }
}
