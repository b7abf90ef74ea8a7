// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.worker;

import io.millrace.transport.Transport;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/** Tells the transport which workers and services may connect, by their epochs. Guarded by {@link NetEnds}. */
final class ExpectedPeers {

    private final Transport transport;

    /** The epochs of the workers that are or were up, of those that may start, and of services, by name. */
    private final Map<String, Long> up = new HashMap<>();

    private Map<String, Long> granted = Map.of();
    private Map<String, Long> clients = Map.of();
    private Map<String, Long> expected = Map.of();
    private Map<String, Long> least = Map.of();

    ExpectedPeers(Transport transport) {
        this.transport = transport;
        transport.expect(expected, least);
    }

    void up(Collection<PeerEndpoint> workers) {
        workers.forEach(worker -> up.merge(worker.worker(), worker.epoch(), Math::max));
        tell();
    }

    void granted(Map<String, Long> epochs) {
        granted = Map.copyOf(epochs);
        tell();
    }

    void clients(Set<String> names) {
        clients = names.stream().collect(Collectors.toMap(name -> name, name -> ClientEndpoint.EPOCH));
        tell();
    }

    private void tell() {
        Map<String, Long> all = new HashMap<>(clients);
        up.forEach((worker, epoch) -> all.merge(worker, epoch, Math::max));
        granted.forEach((worker, epoch) -> all.merge(worker, epoch, Math::max));
        if (!all.equals(expected) || !up.equals(least)) {
            expected = all;
            least = Map.copyOf(up);
            transport.expect(all, least);
        }
    }
}
