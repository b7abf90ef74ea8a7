/** The client of a cluster's REST interface, for commands and the embedded engine. Any thread may call. */
package io.millrace.cluster.client;
