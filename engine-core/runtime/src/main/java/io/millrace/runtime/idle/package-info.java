/**
 * What an executor's thread does while it has no work: one class for each strategy of {@code topology.idle}. Each
 * instance belongs to one thread. A strategy only decides; the thread itself looks, sleeps and blocks.
 */
package io.millrace.runtime.idle;
