// SPDX-License-Identifier: Apache-2.0
package io.millrace.api.config;

/** The access to the files of snapshots, which contain the contents of tuples and states. */
public enum StateAccess {
    /** Only the account of the workers has access: files have the mode 0600, directories 0700. */
    OWNER,
    /** The umask of the workers decides, as when workers of several nodes run in different accounts of a group. */
    UMASK
}
