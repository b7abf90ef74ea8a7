/**
 * Mapped files, and the order in which their words are loaded and stored. A method's name says its order: {@code Plain} has none,
 * {@code Acquire} and {@code Release} pair up, {@code Volatile} is sequentially consistent with the others of its kind, a
 * {@code compareAndSet} is volatile both ways.
 */
package io.millrace.ipc.memory;
