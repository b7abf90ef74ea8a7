// SPDX-License-Identifier: Apache-2.0
/**
 * The ends of a topology at which a service feeds, asks and takes: the engine's own spout and bolt there, the ports
 * through which other threads reach them, and the handles of the API. A port belongs to one task. Any thread may call
 * the first half of its methods, and only the task's thread the second half; each class says which.
 */
package io.millrace.runtime.service;
