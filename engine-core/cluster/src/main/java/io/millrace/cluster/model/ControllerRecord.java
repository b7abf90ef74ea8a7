package io.millrace.cluster.model;

/**
 * The REST address of a controller that is up.
 *
 * @param instance identifies its data directory
 * @param version of the engine; empty if an earlier one has not written it
 * @param machine that it runs on; empty if an earlier one has not written it
 */
public record ControllerRecord(String host, int port, long pid, String instance, String version, String machine) {

    public ControllerRecord {
        version = version == null ? "" : version;
        machine = machine == null ? "" : machine;
    }
}
