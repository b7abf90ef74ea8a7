// SPDX-License-Identifier: Apache-2.0
/**
 * The ring's protocol and the doorbells' as models, and an explorer that visits every state which any interleaving of
 * their steps reaches, with kill -9 before every step. {@link io.millrace.ipc.ring.model.RingModel} is the ring as it
 * is implemented, {@link io.millrace.ipc.ring.model.BellModel} the wake-ups; {@link io.millrace.ipc.ring.model.Mutant}
 * and {@link io.millrace.ipc.ring.model.BellMutant} leave out one rule each, and must be caught.
 *
 * <p>All steps are sequentially consistent here; the stress tests cover the memory model of the JVM.
 */
package io.millrace.ipc.ring.model;
