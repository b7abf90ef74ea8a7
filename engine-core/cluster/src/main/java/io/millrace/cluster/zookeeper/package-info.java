// SPDX-License-Identifier: Apache-2.0
/**
 * A ZooKeeper server inside this process, for embedded clusters and for clusters without their own. One thread starts
 * and closes it; it runs on its own threads.
 */
package io.millrace.cluster.zookeeper;
