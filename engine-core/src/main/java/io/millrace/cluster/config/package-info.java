/** Where a process's configuration comes from, and what its values mean on this machine. Stateless; any thread. */
package io.millrace.cluster.config;
