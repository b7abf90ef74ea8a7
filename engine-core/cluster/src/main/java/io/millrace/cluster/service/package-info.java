// SPDX-License-Identifier: Apache-2.0
/** Connects a process with the workers of a topology, to feed it, ask it and take its results. Any thread may call. */
package io.millrace.cluster.service;
