// SPDX-License-Identifier: Apache-2.0
/**
 * A topology jar on this machine: checks it, loads it apart from the engine's classes, and runs its main method. The
 * main thread calls.
 */
package io.millrace.cluster.jar;
