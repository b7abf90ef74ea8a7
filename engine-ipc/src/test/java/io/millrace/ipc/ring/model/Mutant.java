// SPDX-License-Identifier: Apache-2.0
package io.millrace.ipc.ring.model;

import static io.millrace.ipc.ring.model.Damage.DELIVERED_TWICE;
import static io.millrace.ipc.ring.model.Damage.INCOMPLETE;
import static io.millrace.ipc.ring.model.Damage.LATE_WRITE;
import static io.millrace.ipc.ring.model.Damage.LOST;
import static io.millrace.ipc.ring.model.Damage.OUT_OF_ORDER;
import static io.millrace.ipc.ring.model.Damage.OVERWRITTEN_WHILE_HELD;
import static io.millrace.ipc.ring.model.Damage.STUCK;
import static io.millrace.ipc.ring.model.Damage.TORN;
import static io.millrace.ipc.ring.model.Damage.WRONG_END;

/** The protocol without one of its rules, the scenario in which that is caught, and the damage that it does. */
enum Mutant {
    // What a producer does.
    NO_ANNOUNCE("a position is announced before it is claimed", Scenarios.TWO_PRODUCERS, WRONG_END),
    FLUSH_NOT_ANNOUNCED("so is that of padding", Scenarios.TWO_PRODUCERS, WRONG_END),
    NO_WITHDRAWAL("an announce is withdrawn when its claim has failed", Scenarios.WHOLE_RING, STUCK),
    CLEAR_FIRST("an announce is cleared after the descriptor is written", Scenarios.TWO_PRODUCERS, WRONG_END),
    SETTLED_FIRST("so is that of a short record, which is described last", Scenarios.SHORT_RECORDS, LATE_WRITE),
    STRADDLE("a record that does not fit before the end is preceded by padding", Scenarios.TWO_PRODUCERS, TORN),
    LOCK_DROPPED("a process holds its lock until its producers are closed", Scenarios.TWO_PRODUCERS, LATE_WRITE),
    FIRST_CLOSE_UNLOCKS("until all of them are", Scenarios.ONE_PROCESS, LATE_WRITE),

    // The consumer's order of reading.
    NO_SNAPSHOT_DELIVERY(
            "a pass delivers nothing beyond the tail at its beginning", Scenarios.TWO_PRODUCERS, OUT_OF_ORDER),
    IN_ORDER_PAST_WINDOW("it reads in order only while nothing is passed over", Scenarios.TWO_PRODUCERS, OUT_OF_ORDER),
    SKIPPING_FREES("passing over is not freeing", Scenarios.TWO_PRODUCERS, LATE_WRITE),
    SKIPPING_TAKES(
            "what keeps the window full is waited for while its owner lives", Scenarios.SMALL_WINDOW, LATE_WRITE),
    NO_LAP("a descriptor of another lap is a leftover", Scenarios.TWO_PRODUCERS, DELIVERED_TWICE),
    NO_CLEARING("leftovers are cleared", Scenarios.LAPS, TORN),
    LATE_CLEARING("that is done more often than a lap comes round", Scenarios.LAPS, TORN),

    // What the consumer stores.
    MARK_FIRST("a pass writes READ after the handler returned", Scenarios.TWO_PRODUCERS, LOST),
    NO_MARK("it does write READ", Scenarios.TWO_PRODUCERS, DELIVERED_TWICE),
    READ_WORD_FIRST("in order, the read word is stored after the handler returned", Scenarios.TWO_PRODUCERS, LOST),
    FREE_FIRST("free is published after the handler returned", Scenarios.TWO_PRODUCERS, TORN),
    START_AT_FREE("a new consumer starts at the read word, not at free", Scenarios.TWO_PRODUCERS, DELIVERED_TWICE),
    FREE_BEFORE_READ_WORD(
            "free is published after the read word is stored, or a new consumer starts at the farther one",
            Scenarios.TWO_PRODUCERS,
            DELIVERED_TWICE),
    LAST_ALONE("the last fragment is delivered only with all others", Scenarios.FRAGMENTS, INCOMPLETE),
    COUNT_FIRST("how far a batch is read is written after the handler returned", Scenarios.BATCH, LOST),
    NO_COUNT("it is written after each message", Scenarios.BATCH, DELIVERED_TWICE),

    // Records that the handler holds.
    HELD_FREED("free does not pass a record that is held", Scenarios.HELD, OVERWRITTEN_WHILE_HELD),
    NEVER_MOVED_OUT("a record that is held over half of the ring is copied and released", Scenarios.HELD, STUCK),

    // Recovery of the claims of dead producers.
    TIMEOUT("a free lock proves death, time does not", Scenarios.TWO_PRODUCERS, LATE_WRITE),
    BLIND_ABANDON("a record is abandoned by CAS", Scenarios.TWO_PRODUCERS, LOST),
    BLIND_ABANDON_HOLE("a hole is abandoned by CAS", Scenarios.TWO_PRODUCERS, LATE_WRITE),
    NO_ANNOUNCE_BOUND("a hole ends at the nearest announce", Scenarios.TWO_PRODUCERS, WRONG_END),
    WORDS_FIRST(
            "the announces are read before the descriptors are searched for the end",
            Scenarios.TWO_PRODUCERS,
            WRONG_END),
    NO_SNAPSHOT_END(
            "a hole ends at the tail as loaded before the announces were read", Scenarios.TWO_PRODUCERS, WRONG_END),

    // Retirement and re-use of slots.
    TAKEN_FROM_THE_DEAD(
            "a slot is taken when its word is FREE, not when its process is gone",
            Scenarios.ONE_SLOT_REUSED,
            LATE_WRITE),
    TAKEN_WHEN_CLOSED("nor when its word is CLOSED", Scenarios.ONE_SLOT_REUSED, LATE_WRITE),
    TAKEN_BLINDLY("a slot is taken by CAS", Scenarios.ONE_SLOT_REUSED, LATE_WRITE),
    LINK_AFTER("its process can be asked after before it is taken", Scenarios.ONE_SLOT_USED_TWICE, STUCK),
    EARLY_RETIREMENT(
            "a slot becomes FREE when all is read up to what was tail at the proof of death",
            Scenarios.ONE_SLOT_USED_TWICE,
            STUCK),
    TAIL_FIRST("that tail is loaded after the proof", Scenarios.ONE_SLOT_USED_TWICE, STUCK),
    CLEAR_AFTER_FREE("a dead announce is cleared before the slot is FREE", Scenarios.ONE_SLOT_USED_TWICE, LATE_WRITE),
    CLOSED_LIVES("who closed a slot is gone, even if its process lives", Scenarios.ONE_PROCESS_SLOT_REUSED, STUCK),
    UNLINK_FIRST("its process can be asked after until it is FREE", Scenarios.ONE_SLOT_USED_TWICE, STUCK);

    final String rule;
    final Scenario scenario;
    final Damage damage;

    Mutant(String rule, Scenario scenario, Damage damage) {
        this.rule = rule;
        this.scenario = scenario;
        this.damage = damage;
    }
}
