/**
 * The OSRBuffer: a ring of bytes in a mapped file, written by many producers, each with a slot of its own, and read by one consumer.
 * {@link io.millrace.ipc.ring.Descriptor} has the layout, {@link io.millrace.ipc.ring.RingProducer} the producer's steps,
 * {@link io.millrace.ipc.ring.RingConsumer} the consumer's. The tests hold both as a model, of which every interleaving is visited: whoever
 * changes a step here changes it there first.
 *
 * <p>What is ordered, and by what: announce before the claim (release store, CAS of tail); the claim before the descriptor, the descriptor
 * before the announce is cleared (release stores); payload before READY (release store: the word of a living owner is changed by nobody
 * else), READY before the look at the waiting word (full fence); the handler before READ or the read word, and these before {@code free}
 * (release stores). The consumer loads tail, then announces, then descriptors, and only then compares and sets (acquire loads). A producer
 * loads {@code free} (acquire) before it writes into what was freed.
 */
package io.millrace.ipc.ring;
