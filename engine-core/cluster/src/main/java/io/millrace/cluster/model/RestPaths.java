// SPDX-License-Identifier: Apache-2.0
package io.millrace.cluster.model;

/** Paths of the REST interfaces that both their server and their client name. */
public final class RestPaths {

    /** The path of files by their digests, which controllers and supervisors serve. */
    public static final String BLOBS = "/v1/blobs/";

    /** The end of a file's path in the request of one node to another to keep a copy of it. */
    public static final String KEEP = "/keep";

    /** The path of the reports of all workers of a supervisor. */
    public static final String WORKERS = "/v1/workers";

    /** The path of the finished tasks of a supervisor's workers. */
    public static final String FINISHED = "/v1/workers/finished";

    /** The parameter of {@link #WORKERS}: {@code full}, or {@code counts} for one without latencies and traffic. */
    public static final String DETAIL = "detail";

    /** The parameter of changes that a client may repeat: the same id means the same request, which is done once. */
    public static final String REQUEST_ID = "request";

    /**
     * The parameter of logs: WORKER@POSITION, separated by commas; of these workers the lines that follow are returned,
     * of others the last lines.
     */
    public static final String AFTER = "after";

    /** The path that controllers and supervisors answer as long as they serve REST. */
    public static final String HEALTH = "/v1/health";

    /** The path that is answered as {@link #HEALTH}, but with an error while there is no connection to ZooKeeper. */
    public static final String READY = "/v1/ready";

    private RestPaths() {}

    /** The path of the traces of a topology's tuples at a supervisor. */
    public static String traces(String topologyId) {
        return "/v1/topologies/" + topologyId + "/traces";
    }
}
