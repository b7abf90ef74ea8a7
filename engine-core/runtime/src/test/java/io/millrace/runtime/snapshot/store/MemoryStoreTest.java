// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.snapshot.store;

import io.millrace.api.spi.SnapshotStore;

/** The store of other tests keeps the contract. */
class MemoryStoreTest extends SnapshotStoreContract {

    private final MemoryStore store = new MemoryStore();

    @Override
    protected SnapshotStore store() {
        return store;
    }
}
