// SPDX-License-Identifier: Apache-2.0
package io.millrace.ipc.ring.model;

/** The doorbells' protocol without one of its rules or assumptions, and the scenario in which that is caught. */
enum BellMutant {
    // Rules of every doorbell.
    WAITS_WITHOUT_LOOK("who will wait looks again after it has said so", BellScenario.TWO_PRODUCERS),
    LOOKS_FIRST("it says so before it looks again", BellScenario.TWO_PRODUCERS),
    CLEAR_FIRST("the bit is cleared after the byte is written", BellScenario.TWO_PRODUCERS),
    NO_NUMBER("the bit is cleared only if it is of the wait that was seen", BellScenario.TWO_PRODUCERS),
    NEVER_EMPTIED(
            "the pipe is emptied once in some waits that are taken back", BellScenario.MANY_WAITS, Damage.PIPE_FULL),

    // Rules of a thread that waits for a change of the word.
    NOT_MARKED(
            "the word says that the thread is rung for, before that is woken",
            BellScenario.TWO_PRODUCERS,
            BellKind.FUTEX),
    CLEARED_BEFORE_WOKEN("the word is cleared after the thread is woken", BellScenario.TWO_PRODUCERS, BellKind.FUTEX),

    // Rules of a thread that reads or is parked.
    PARKED_BLINDLY("who is rung for while it reads does not park", BellScenario.FULL_RING_OF_ONE, BellKind.PARKING),
    LOOKS_ONCE("who rings looks again if the word has changed", BellScenario.FULL_RING_OF_ONE, BellKind.PARKING),
    CALL_ONLY_UNPARKS("a call clears the word", BellScenario.FULL_RING_OF_ONE, BellKind.PARKING),
    UNPARKS_IF_CLEARED(
            "a call unparks the thread also if the word is cleared", BellScenario.FULL_RING_OF_ONE, BellKind.PARKING),
    CALL_WRITES_NO_BYTE(
            "a call for an earlier wait writes the byte of a later one",
            BellScenario.FULL_RING_OF_ONE,
            BellKind.PARKING),

    // Rules of a full ring.
    NO_RETRY("a producer tries again after its request to be woken", BellScenario.TAKE_OVER_FROM_ONE),
    REQUEST_AFTER_RETRY("the request comes before that", BellScenario.TAKE_OVER),
    REQUEST_BEFORE_SLOT(
            "its slot says who asks before the ring says that somebody does", BellScenario.FULL_RING_OF_ONE),
    WITHDRAWN_LAST("the request is withdrawn before the slots are looked at", BellScenario.FULL_RING_OF_ONE),
    NEVER_RUNG_AGAIN("requests are looked at again when more is free", BellScenario.FULL_RING_OF_ONE),
    NO_TAKE_OVER_RING("a new consumer wakes all producers", BellScenario.TAKE_OVER_FROM_ONE),

    // Rules of a commit without a fence.
    CLAIM_NOT_ORDERED("a claim is visible before its producer looks at the waiting word", BellScenario.FULL_RING),
    CLAIM_NOT_LOOKED_AT("who will wait behind an unfinished claim wakes up by time", BellScenario.FULL_RING),
    TIMED_FOR_THE_DEAD("also if its owner lives", BellScenario.FULL_RING),

    // What it relies on.
    NO_RING_AFTER_DEATH("somebody rings when a process has died", BellScenario.TWO_PRODUCERS),
    NO_TIMER("the consumer wakes up by time while a record is held up", BellScenario.TWO_PRODUCERS);

    final String rule;
    final BellScenario scenario;
    final Damage damage;
    final BellKind kind;

    BellMutant(String rule, BellScenario scenario) {
        this(rule, scenario, BellKind.PIPE);
    }

    BellMutant(String rule, BellScenario scenario, BellKind kind) {
        this(rule, scenario, Damage.STUCK, kind);
    }

    BellMutant(String rule, BellScenario scenario, Damage damage) {
        this(rule, scenario, damage, BellKind.PIPE);
    }

    BellMutant(String rule, BellScenario scenario, Damage damage, BellKind kind) {
        this.rule = rule;
        this.scenario = scenario;
        this.damage = damage;
        this.kind = kind;
    }
}
