package io.millrace.cluster.model;

/** Paths of the REST interfaces that both their server and their client name. */
public final class RestPaths {

    /** Controllers and supervisors serve files here, by their digests. */
    public static final String BLOBS = "/v1/blobs/";

    /** After a file's path: the request to keep a copy of it, of one node to another. */
    public static final String KEEP = "/keep";

    /** A supervisor serves the reports of all its workers here. */
    public static final String WORKERS = "/v1/workers";

    /** A supervisor serves the finished tasks of its workers here. */
    public static final String FINISHED = "/v1/workers/finished";

    /** Parameter of {@link #WORKERS}: {@code full}, or {@code counts} for a report without latencies and traffic. */
    public static final String DETAIL = "detail";

    /** Parameter of changes that a client may repeat: the same id means the same request, which is done once. */
    public static final String REQUEST_ID = "request";

    /** Parameter of logs: WORKER@POSITION, separated by commas; of these workers what follows is answered, of others the last lines. */
    public static final String AFTER = "after";

    /** Controllers and supervisors answer here as long as they serve REST. */
    public static final String HEALTH = "/v1/health";

    /** As {@link #HEALTH}, but with an error while there is no connection to ZooKeeper. */
    public static final String READY = "/v1/ready";

    private RestPaths() {}

    /** A supervisor serves the ways of a topology's tuples here. */
    public static String ways(String topologyId) {
        return "/v1/topologies/" + topologyId + "/ways";
    }
}
