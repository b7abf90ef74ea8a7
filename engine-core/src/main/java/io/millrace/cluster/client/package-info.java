/** What a client can ask of a cluster; used by the commands and by the embedded engine. */
package io.millrace.cluster.client;
