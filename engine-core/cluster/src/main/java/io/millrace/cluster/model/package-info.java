// SPDX-License-Identifier: Apache-2.0
/**
 * The records that processes of a cluster exchange: those that the registry keeps in ZooKeeper, and those that the REST
 * interfaces of controller and supervisor take and return. All are immutable; any thread may use them.
 */
package io.millrace.cluster.model;
