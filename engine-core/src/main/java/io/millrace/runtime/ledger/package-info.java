/**
 * At-least-once: which trees of tuples are under way. A spout task's {@link io.millrace.runtime.ledger.Ledger} lives in
 * its own executor, not in acker tasks; bolts gather their acks in an {@link io.millrace.runtime.ledger.AckBuffer} per
 * destination, which merges all that concerns one root, and send it on the control lane at the end of a turn.
 *
 * <p>Every edge of a tree has a random id. The ledger XORs the ids that it hears of: each id comes twice (emitted,
 * acked), so the XOR is 0 when the tree is complete, whatever the order.
 */
package io.millrace.runtime.ledger;
