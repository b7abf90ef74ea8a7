// SPDX-License-Identifier: Apache-2.0
package io.millrace.cluster.worker;

import io.millrace.cluster.registry.Registry;
import io.millrace.cluster.registry.RegistryException;
import io.millrace.cluster.registry.RegistryException.Kind;
import io.millrace.cluster.registry.Versioned;
import io.millrace.runtime.snapshot.Pointer;
import io.millrace.runtime.snapshot.agent.PointerStore;
import java.io.IOException;
import java.util.function.Supplier;

/** The pointer of a topology in ZooKeeper. Methods block; any thread may call them. */
final class RegistryPointers implements PointerStore {

    private final Supplier<Registry> registry;
    private final String name;
    private final String id;

    /** @param registry returns the registry; may block until it is connected */
    RegistryPointers(Supplier<Registry> registry, String name, String id) {
        this.registry = registry;
        this.name = name;
        this.id = id;
    }

    @Override
    public Seen read() throws IOException {
        try {
            Versioned<Pointer> read = registry.get()
                    .readPointer(name, id)
                    .orElseThrow(() -> new IOException("topology " + id + " is not in ZooKeeper"));
            return new Seen(read.value(), read.version());
        } catch (RegistryException e) {
            throw new IOException(e.getMessage(), e);
        }
    }

    @Override
    public long set(long version, Pointer next) throws IOException, ReplacedException {
        try {
            return registry.get().setPointer(name, id, next, (int) version);
        } catch (RegistryException e) {
            if (e.kind() == Kind.CONFLICT) {
                throw new ReplacedException(e.getMessage());
            }
            throw new IOException(e.getMessage(), e);
        }
    }
}
