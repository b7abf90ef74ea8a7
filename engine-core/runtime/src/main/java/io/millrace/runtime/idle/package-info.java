/**
 * The idle strategies of an executor's thread: one class for each value of {@code topology.idle}. Each instance belongs
 * to one thread. A strategy only decides; the thread itself looks, sleeps and blocks.
 */
package io.millrace.runtime.idle;
