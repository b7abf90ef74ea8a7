/**
 * What an executor's thread does while it has no work: one class per strategy of {@code topology.idle}. An instance belongs to one
 * thread. Strategies decide only; the thread itself looks, sleeps and blocks.
 */
package io.millrace.runtime.idle;
