// SPDX-License-Identifier: Apache-2.0
package io.millrace.cluster.http;

import io.millrace.cluster.model.ClusterException;
import io.millrace.cluster.model.RestPaths;
import java.io.IOException;

/**
 * The REST address of a daemon, by which a registered daemon is tested for being up. Copies of machines have the same
 * names, addresses, ports and data directories, so these identify a daemon only within one machine.
 *
 * @param machine the machine, as in {@link io.millrace.cluster.process.Machine}
 */
public record DaemonAddress(String machine, String host, int port) {

    /**
     * Returns whether the other daemon has ended, as this one has its port, or as no process answers at that address.
     * False if that is not known.
     */
    public boolean provesGone(DaemonAddress other) {
        return sharesMachine(other) && other.host.equals(host) && (other.port == port || !other.answers());
    }

    /** Returns whether the other daemon answers; false if its address leads to this one. */
    public boolean hears(DaemonAddress other) {
        return !(other.host.equals(host) && other.port == port) && other.answers();
    }

    public boolean sharesMachine(DaemonAddress other) {
        return machine.equals(other.machine);
    }

    private boolean answers() {
        try {
            new HttpTarget(host, port, null).get(RestPaths.HEALTH);
            return true;
        } catch (IOException | ClusterException e) {
            return false;
        }
    }
}
