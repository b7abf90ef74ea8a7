// SPDX-License-Identifier: Apache-2.0
/**
 * Mapped files, and the order in which their words are loaded and stored. A method's name says its memory order:
 * {@code Plain} has none, {@code Acquire} and {@code Release} pair up, {@code Volatile} is sequentially consistent with
 * other volatile accesses, and {@code compareAndSet} is volatile as a load and as a store.
 */
package io.millrace.ipc.memory;
