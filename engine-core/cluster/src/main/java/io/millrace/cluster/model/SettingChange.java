package io.millrace.cluster.model;

/** A request that changes a setting of a running topology, in one of the forms that clients send. */
public interface SettingChange {

    /** What is changed. Throws a ClusterException if the request does not say it. */
    SettingRequest setting();

    /** The path that takes this form, after that of the topology. */
    String path();
}
