/**
 * Where the channels between regions leave and enter an executor: what waits for them, what they deliver and in which
 * order, copies for several tasks, and what they report. The thread of the executor calls them.
 */
package io.millrace.runtime.geo.gate;
