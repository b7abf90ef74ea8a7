// SPDX-License-Identifier: Apache-2.0
package io.millrace.cluster.doctor;

/** A daemon that is to run on the machine. */
public enum DaemonKind {
    ZOOKEEPER,
    CONTROLLER,
    SUPERVISOR
}
