// SPDX-License-Identifier: Apache-2.0
/**
 * The OSRBuffer: a ring of bytes in a mapped file, written by many producers, each with a slot of its own, and read by
 * one consumer. {@link io.millrace.ipc.ring.Descriptor} has the layout, {@link io.millrace.ipc.ring.Claim} the
 * producer's steps, and {@link io.millrace.ipc.ring.RingConsumer} the consumer's. The tests contain a model of both, of
 * which every interleaving is visited: change a step there before it is changed here.
 *
 * <p>What is ordered, and by what:
 *
 * <ul>
 *   <li>the announce before the claim: release store, then CAS of tail
 *   <li>the claim before the descriptor, and that before the announce is cleared: release stores
 *   <li>the payload before READY: release store, as nobody else changes the word of a living owner
 *   <li>the claim before the load of the waiting word: CAS of tail. READY may become visible after that load, so a
 *       consumer that sees the claim before it sleeps, and not READY, looks again after a while
 *   <li>the handler before READ or the read word, and these before {@code free}: release stores
 *   <li>the consumer's loads of tail, then announces, then descriptors, before its CAS: acquire loads
 *   <li>a producer's load of {@code free} before it writes into what was freed: acquire load
 * </ul>
 */
package io.millrace.ipc.ring;
