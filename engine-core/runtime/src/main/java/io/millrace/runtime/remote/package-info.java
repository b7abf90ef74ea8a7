// SPDX-License-Identifier: Apache-2.0
/**
 * The way of a service in another process, called a client, to the fed spouts and results bolts of a worker: the paths
 * for messages, and the gate of each executor, which belongs to the executor's thread.
 */
package io.millrace.runtime.remote;
