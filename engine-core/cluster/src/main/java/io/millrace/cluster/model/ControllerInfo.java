// SPDX-License-Identifier: Apache-2.0
package io.millrace.cluster.model;

/**
 * A controller that is up.
 *
 * @param version the version of the engine; empty if it is not known
 * @param leads whether it is the leader
 */
public record ControllerInfo(String host, int port, long pid, String version, boolean leads) {}
