// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.snapshot.store;

import io.millrace.runtime.snapshot.store.Manifest.ComponentShape;
import java.util.List;
import java.util.Optional;

/**
 * A savepoint: a whole snapshot in objects of its own. It has a manifest of a fixed name, whose first line is this
 * record as JSON, and whose second line is the CRC32C of the first. Its parts are named relative to it, so that it can
 * be copied and moved.
 *
 * <pre>
 *   savepoint.manifest
 *   number-assignment-epoch.part
 * </pre>
 *
 * @param version version of this format, {@link #VERSION}
 * @param request request that it fulfils; unique among all requests of all topologies
 * @param snapshot manifest of the snapshot, with the parts of the savepoint
 * @param contents contents of its components that have any
 */
public record Savepoint(int version, String request, Manifest snapshot, List<Content> contents) {

    /**
     * The version, which grows when an older engine could not read the savepoint, also if {@link Manifest#VERSION}
     * does. Fields may be added without a new version.
     */
    public static final int VERSION = 1;

    /** The name of the manifest. */
    public static final String MANIFEST = "savepoint.manifest";

    public Savepoint {
        contents = List.copyOf(contents);
    }

    /**
     * The content of a component in a savepoint.
     *
     * @param partitions number of partitions that have states or timers, 0 to 256
     * @param tasks number of tasks with states by task
     * @param positions number of tasks of a spout that have a position
     * @param prepared number of tasks of a sink with prepared transactions that were not yet committed
     * @param bytes bytes of all of it, encoded
     */
    public record Content(String component, int partitions, int tasks, int positions, int prepared, long bytes) {}

    /** Returns a component at the time of the snapshot. */
    public Optional<ComponentShape> shape(String component) {
        return snapshot.components().stream()
                .filter(each -> each.id().equals(component))
                .findFirst();
    }
}
