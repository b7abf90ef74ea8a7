/**
 * Whether this machine and its network are fit for the daemons. Each check is a function of the settings and of what {@link
 * io.millrace.cluster.doctor.Machine} knows, so that tests say what a machine is like. Nothing is changed or created.
 * One thread calls.
 */
package io.millrace.cluster.doctor;
