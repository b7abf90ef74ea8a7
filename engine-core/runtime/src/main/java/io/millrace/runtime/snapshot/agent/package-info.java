// SPDX-License-Identifier: Apache-2.0
/**
 * Connects the state machines of snapshots with a worker: its executors, links, writer and store.
 *
 * <p>Agent and coordinator belong to the thread of one executor of the worker, their host; other threads hand over to
 * it. Blocking actions run in a {@link io.millrace.runtime.snapshot.agent.Background}.
 */
package io.millrace.runtime.snapshot.agent;
