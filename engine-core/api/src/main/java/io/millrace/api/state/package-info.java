// SPDX-License-Identifier: Apache-2.0
/**
 * State of bolts that survives the death of workers: how a bolt declares it, and the handles by which it
 * reads and changes it.
 *
 * <p>A handle belongs to one task. Only the thread that calls the task may use it. This package uses no other package
 * of the engine.
 */
package io.millrace.api.state;
