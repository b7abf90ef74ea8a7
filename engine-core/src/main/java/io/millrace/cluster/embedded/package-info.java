/**
 * Whole engines inside another process: a cluster with real worker processes, and workers as threads. What an embedded
 * cluster needs on disk is in one directory, whose name and lock tell a later one that it was left by a process that
 * died.
 */
package io.millrace.cluster.embedded;
