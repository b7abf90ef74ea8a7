// SPDX-License-Identifier: Apache-2.0
package io.millrace.cluster.model;

/** A request that changes a setting of a running topology, in one of the forms that clients send. */
public interface SettingChange {

    /** Returns the change. Throws a ClusterException if the request is not complete. */
    SettingRequest setting();

    /** Returns the path that takes this form, after that of the topology. */
    String path();
}
