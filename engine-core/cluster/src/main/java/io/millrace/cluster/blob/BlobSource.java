// SPDX-License-Identifier: Apache-2.0
package io.millrace.cluster.blob;

import java.io.IOException;
import java.io.InputStream;

/** Another node that may have a file. {@code toString} names it in errors. */
public interface BlobSource {

    /**
     * Opens a file; the caller closes the stream.
     *
     * @throws IOException if the node does not answer
     * @throws io.millrace.cluster.model.ClusterException with the reason NOT_FOUND if the node does not have the file
     */
    InputStream open(String digest) throws IOException;
}
