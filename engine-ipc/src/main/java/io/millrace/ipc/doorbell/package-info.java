/**
 * Waking a thread that found nothing to do, from any thread of any process. The thread spins elsewhere for as long as it likes, then
 * publishes that it will wait, looks again, and blocks; whoever has given it work rings, which is one load if nobody waits.
 */
package io.millrace.ipc.doorbell;
