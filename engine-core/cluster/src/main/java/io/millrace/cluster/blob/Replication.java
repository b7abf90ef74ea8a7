// SPDX-License-Identifier: Apache-2.0
package io.millrace.cluster.blob;

import io.millrace.cluster.blob.Replicator.Copies;
import java.util.Collection;

/** Has submitted files copied to a second machine. HTTP threads call. */
@FunctionalInterface
public interface Replication {

    /** Begins to copy the files with these digests, waits a short time for the end, and returns the progress. */
    Copies replicate(Collection<String> digests);

    /** Returns the progress of these files in a few words; empty if none is being copied. */
    default String underWay(Collection<String> digests) {
        return "";
    }
}
