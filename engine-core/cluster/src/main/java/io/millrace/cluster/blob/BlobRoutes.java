// SPDX-License-Identifier: Apache-2.0
package io.millrace.cluster.blob;

import io.millrace.cluster.http.Reply;
import io.millrace.cluster.http.Right;
import io.millrace.cluster.http.Route;
import io.millrace.cluster.model.ClusterException;
import io.millrace.cluster.model.ClusterException.Reason;
import io.millrace.cluster.model.OfferResponse;
import io.millrace.cluster.model.RestPaths;
import java.util.List;

/** The routes that controllers and supervisors serve to each other: their files, and the request to keep one. */
public final class BlobRoutes {

    private BlobRoutes() {}

    /**
     * The routes are for nodes of the cluster, as a topology's file has its settings and objects. A request to keep a
     * file names no source, so it can only copy files within the cluster.
     */
    public static List<Route> of(BlobStore blobs, BlobFetcher fetcher) {
        return List.of(
                Route.get(
                                RestPaths.BLOBS + "{digest}",
                                request -> Reply.file(blobs.get(request.part("digest"))
                                        .orElseThrow(
                                                () -> new ClusterException(Reason.NOT_FOUND, "no such file here"))))
                        .needing(Right.NODE),
                Route.change(
                                "POST",
                                RestPaths.BLOBS + "{digest}" + RestPaths.KEEP,
                                0,
                                request -> Reply.json(new OfferResponse(fetcher.keep(request.part("digest")))))
                        .needing(Right.NODE));
    }
}
