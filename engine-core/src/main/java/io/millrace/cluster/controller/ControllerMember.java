package io.millrace.cluster.controller;

import io.millrace.cluster.config.ClusterKeys;
import io.millrace.cluster.http.HttpTarget;
import io.millrace.cluster.model.ClusterException;
import io.millrace.cluster.model.ClusterException.Reason;
import io.millrace.cluster.model.ControllerRecord;
import io.millrace.cluster.model.RestPaths;
import io.millrace.cluster.registry.EphemeralNode;
import io.millrace.cluster.registry.Registry;
import io.millrace.runtime.json.Json;
import java.io.IOException;

/**
 * The registration of a controller that is up, under the id of its data directory, which a copy of the directory has,
 * too.
 */
final class ControllerMember {

    private ControllerMember() {}

    /** Registers nothing yet. What an earlier holder of the data directory has left may be replaced. */
    static EphemeralNode of(Registry registry, ControllerRecord self, Runnable onChange) {
        return registry.ephemeral(
                registry.paths().member(self.instance()), Json.write(self), holder -> isGone(holder, self), onChange);
    }

    /** The holder of a copy may run on another machine, or at another port of this one. */
    private static boolean isGone(byte[] holder, ControllerRecord self) {
        ControllerRecord other = Json.read(holder, ControllerRecord.class);
        return other.host().equals(self.host()) && (other.port() == self.port() || !answers(holder));
    }

    static boolean answers(byte[] holder) {
        ControllerRecord other = Json.read(holder, ControllerRecord.class);
        try {
            new HttpTarget(other.host(), other.port(), null).get(RestPaths.HEALTH);
            return true;
        } catch (IOException | ClusterException e) {
            return false;
        }
    }

    static ClusterException taken(EphemeralNode.TakenException e) {
        ControllerRecord other = Json.read(e.holder(), ControllerRecord.class);
        return new ClusterException(
                Reason.REFUSED,
                ClusterKeys.CONTROLLER_DATA_DIR.name() + " is a copy of that of the controller at " + other.host() + ":"
                        + other.port() + " (pid " + other.pid() + "), which is up since " + e.since()
                        + ": give this controller an empty directory, or stop that one");
    }
}
