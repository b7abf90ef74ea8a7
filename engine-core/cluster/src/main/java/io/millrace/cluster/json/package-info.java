/**
 * JSON for the cluster's records, on Jackson's streaming core alone: a worker process must start fast, and databind
 * would cost it more than the rest of its start. Stateless; any thread may call.
 */
package io.millrace.cluster.json;
