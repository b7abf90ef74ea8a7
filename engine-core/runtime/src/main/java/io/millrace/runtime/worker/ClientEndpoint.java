package io.millrace.runtime.worker;

/**
 * What a service of another process publishes about itself before it feeds a topology, asks it or takes its results.
 *
 * @param client its name, different for each connection of each process
 * @param id the same as a number, which its messages carry
 * @param node the node whose workers share memory with it; empty if there is none
 * @param lockFile the file whose kernel lock proves that the process lives; empty without a node
 * @param ring its inbound ring; empty without a node
 * @param host where its transport listens; empty if no worker runs on another node
 * @param port where its transport listens; 0 if no worker runs on another node
 */
public record ClientEndpoint(
        String client, long id, String node, long pid, String lockFile, String ring, String host, int port) {

    /** Each service has a name of its own, so there is only one epoch. */
    public static final long EPOCH = 1;
}
