// SPDX-License-Identifier: Apache-2.0
package io.millrace.cluster.controller;

import io.millrace.cluster.http.DaemonAddress;
import io.millrace.cluster.model.ClusterException;
import io.millrace.cluster.model.ClusterException.Reason;
import io.millrace.cluster.model.ControllerRecord;
import io.millrace.cluster.registry.EphemeralNode;
import io.millrace.cluster.registry.Registry;
import io.millrace.runtime.json.Json;
import io.millrace.runtime.settings.ClusterKeys;

/**
 * The registration of a controller that is up, under the id of its data directory, which a copy of the directory has
 * too. A copy of the whole machine has the same address as well.
 */
final class ControllerMember {

    private ControllerMember() {}

    /**
     * Makes the registration, and registers nothing yet. The registration of an earlier holder of the data directory
     * may be replaced.
     */
    static EphemeralNode of(Registry registry, ControllerRecord self, Runnable onChange) {
        return registry.ephemeral(
                registry.paths().member(self.instance()),
                Json.write(self),
                holder -> address(self).provesGone(address(holder)),
                onChange);
    }

    /** Returns whether the holder of the registration answers this controller. */
    static boolean answers(byte[] holder, ControllerRecord self) {
        return address(self).hears(address(holder));
    }

    private static DaemonAddress address(byte[] holder) {
        return address(Json.read(holder, ControllerRecord.class));
    }

    private static DaemonAddress address(ControllerRecord of) {
        return new DaemonAddress(of.machine(), of.host(), of.port());
    }

    static ClusterException taken(EphemeralNode.TakenException e, ControllerRecord self) {
        ControllerRecord other = Json.read(e.holder(), ControllerRecord.class);
        return new ClusterException(
                Reason.REFUSED,
                ClusterKeys.CONTROLLER_DATA_DIR.name() + " is a copy of that of the controller at " + other.host() + ":"
                        + other.port() + " (pid " + other.pid()
                        + (address(self).sharesMachine(address(other))
                                ? ""
                                : ", on another machine or in another container")
                        + "), which is up since " + e.since()
                        + ": give this controller an empty directory, or stop that one");
    }
}
