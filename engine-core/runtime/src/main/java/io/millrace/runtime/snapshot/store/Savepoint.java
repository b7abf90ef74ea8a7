package io.millrace.runtime.snapshot.store;

import io.millrace.runtime.snapshot.store.Manifest.ComponentShape;
import java.util.List;
import java.util.Optional;

/**
 * What a savepoint consists of: a whole snapshot in objects of its own. It has a manifest of a fixed name, whose first line is
 * this as JSON, and the second one the CRC32C of the first. Its parts are named relative to it, so that it can be copied and
 * moved.
 *
 * <pre>
 *   savepoint.manifest
 *   number-assignment-epoch.part
 * </pre>
 *
 * @param version of this format, {@link #VERSION}
 * @param request that it fulfils; unique among all of all topologies
 * @param snapshot what the snapshot was, with the parts of the savepoint
 * @param contents of its components that have any
 */
public record Savepoint(int version, String request, Manifest snapshot, List<Content> contents) {

    /** Grows when an older engine could not read it, also if {@link Manifest#VERSION} does. Fields may be added without. */
    public static final int VERSION = 1;

    /** The name of the manifest. */
    public static final String MANIFEST = "savepoint.manifest";

    public Savepoint {
        contents = List.copyOf(contents);
    }

    /**
     * What a savepoint has of a component.
     *
     * @param partitions number of those that have states or timers, 0 to 256
     * @param tasks number of those with states by task
     * @param positions number of those of a spout that have a position
     * @param prepared number of those of a sink that have prepared what was not yet committed
     * @param bytes of all of it, encoded
     */
    public record Content(String component, int partitions, int tasks, int positions, int prepared, long bytes) {}

    /** Returns a component as it was. */
    public Optional<ComponentShape> shape(String component) {
        return snapshot.components().stream()
                .filter(each -> each.id().equals(component))
                .findFirst();
    }
}
