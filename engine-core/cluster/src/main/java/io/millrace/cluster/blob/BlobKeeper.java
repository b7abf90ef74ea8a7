// SPDX-License-Identifier: Apache-2.0
package io.millrace.cluster.blob;

import java.io.IOException;

/** Another node that can keep a copy of a file. {@code toString} names it in errors. */
public interface BlobKeeper {

    /** Whether the node is on another machine than this process. */
    boolean elsewhere();

    /**
     * Asks the node to fetch a file from this cluster, and to protect it from clean-up for some time. Called again
     * until true.
     *
     * @return whether the file is on the node's disk
     * @throws IOException if the node does not answer
     * @throws io.millrace.cluster.model.ClusterException if it cannot keep the file
     */
    boolean keep(String digest) throws IOException;
}
