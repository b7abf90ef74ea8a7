// SPDX-License-Identifier: Apache-2.0
package io.millrace.cluster.registry;

import java.util.ArrayList;
import java.util.List;

/** The store that simulations step behaves as ZooKeeper does. */
final class MemoryStoreTest extends StoreContract {

    private final MemoryZooKeeper server = new MemoryZooKeeper(4_000);
    private final List<MemoryZooKeeper.Client> clients = new ArrayList<>();

    @Override
    Store connect() {
        MemoryZooKeeper.Client client = server.connect("client" + clients.size());
        clients.add(client);
        return client;
    }

    @Override
    void deliver() {
        clients.forEach(client -> {
            while (client.hasNews()) {
                client.deliver();
            }
        });
    }
}
