/** A ZooKeeper server inside this process: for embedded clusters, and for clusters that have none of their own. */
package io.millrace.cluster.zookeeper;
