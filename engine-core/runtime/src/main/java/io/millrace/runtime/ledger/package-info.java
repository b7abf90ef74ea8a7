// SPDX-License-Identifier: Apache-2.0
/**
 * At-least-once processing: the pending trees of tuples. The {@link io.millrace.runtime.ledger.Ledger} of a spout task
 * lives in its own executor, not in acker tasks. Bolts gather their acks in one
 * {@link io.millrace.runtime.ledger.AckBuffer} per destination, which merges all acks of one root, and send it on the
 * control lane at the end of a turn.
 *
 * <p>Every edge of a tree has a random id. The ledger XORs the ids that it receives. Each id comes twice (emitted,
 * acked), so the XOR is 0 when the tree is complete, in whatever order the ids come.
 */
package io.millrace.runtime.ledger;
