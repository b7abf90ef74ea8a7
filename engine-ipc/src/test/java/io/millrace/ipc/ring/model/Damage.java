// SPDX-License-Identifier: Apache-2.0
package io.millrace.ipc.ring.model;

/** What must never happen: the ways in which a protocol can be wrong. */
enum Damage {
    /** A cell is claimed while the claim before is not freed. */
    CLAIMED_TWICE,
    /** A descriptor, payload or commit is written into cells that were taken from the writer. */
    LATE_WRITE,
    /** What is delivered was not copied completely, or goes over the end of the ring. */
    TORN,
    /** A record that the handler holds is given to producers. */
    OVERWRITTEN_WHILE_HELD,
    /** A message is delivered without all its fragments. */
    INCOMPLETE,
    /** A message is delivered after a later one of its producer. */
    OUT_OF_ORDER,
    /** A message is delivered again, and it is not the one whose handler ran when the consumer was killed. */
    DELIVERED_TWICE,
    /** All is quiet, and a committed message is not delivered. */
    LOST,
    /** The end of a hole that the consumer remembers is not the end of the claim that was described there. */
    WRONG_END,
    /** More claims are passed over than there are slots. */
    WINDOW_FULL,
    /** The pipe of a doorbell holds more bytes than it may. */
    PIPE_FULL,
    /** The system never becomes quiet from here, if nobody dies any more. */
    STUCK
}
