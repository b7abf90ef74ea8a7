/** Queues of records, in bytes, of what waits in a worker. Each belongs to one thread. */
package io.millrace.runtime.spill;
