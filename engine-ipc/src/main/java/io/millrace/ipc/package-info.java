/** Bytes between processes of one node. */
package io.millrace.ipc;
