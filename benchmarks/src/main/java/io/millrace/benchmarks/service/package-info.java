// SPDX-License-Identifier: Apache-2.0
/**
 * An engine inside a Java service: requests to a topology, tuples that are fed to one, and the same work on what one
 * would use instead. Every measurement has a process of its own, in which the service and, where it can be, the engine
 * run.
 */
package io.millrace.benchmarks.service;
