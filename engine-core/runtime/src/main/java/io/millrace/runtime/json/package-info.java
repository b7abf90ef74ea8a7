/**
 * JSON and records: the only place where engine-core reads and writes JSON. It uses only Jackson's streaming core,
 * because data binding adds about 110 ms to the start of a worker. Stateless; any thread may call it.
 */
package io.millrace.runtime.json;
