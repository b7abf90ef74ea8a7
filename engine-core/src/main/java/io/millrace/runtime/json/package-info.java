/**
 * JSON and records: the one place where the engine's core reads and writes JSON. On Jackson's streaming core alone, because
 * its data binding adds about 110 ms to the start of a worker. Stateless; any thread may call.
 */
package io.millrace.runtime.json;
