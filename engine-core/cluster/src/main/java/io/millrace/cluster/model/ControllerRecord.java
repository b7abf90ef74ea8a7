// SPDX-License-Identifier: Apache-2.0
package io.millrace.cluster.model;

/**
 * The REST address of a controller that is up.
 *
 * @param instance the id of its data directory
 * @param version the version of the engine; empty if an earlier engine has not written it
 * @param machine the machine on which it runs; empty if an earlier engine has not written it
 */
public record ControllerRecord(String host, int port, long pid, String instance, String version, String machine) {

    public ControllerRecord {
        version = version == null ? "" : version;
        machine = machine == null ? "" : machine;
    }
}
