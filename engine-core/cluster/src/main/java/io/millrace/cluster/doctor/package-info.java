// SPDX-License-Identifier: Apache-2.0
/**
 * Checks whether this machine and its network are fit for the daemons. Each check is a function of the settings and of
 * the facts of {@link io.millrace.cluster.doctor.Machine}, so that tests define the machine. The checks change and
 * create nothing. One thread calls.
 */
package io.millrace.cluster.doctor;
