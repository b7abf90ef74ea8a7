/**
 * The ends of a topology at which a service feeds, asks and takes: the engine's own spout and bolt there, the ports
 * through which other threads reach them, and the handles of the API. A port belongs to one task. Its first half may be
 * called by any thread, its second half only by the task's thread; each class says which.
 */
package io.millrace.runtime.service;
