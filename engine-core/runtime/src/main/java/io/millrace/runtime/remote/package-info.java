/**
 * How a service in another process, called a client, reaches the fed spouts and results bolts of a worker: the paths for
 * messages, and the gate of each executor, which belongs to the executor's thread.
 */
package io.millrace.runtime.remote;
