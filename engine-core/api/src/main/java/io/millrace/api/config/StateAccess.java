package io.millrace.api.config;

/** Who can read the files of snapshots, which contain what tuples and states contain. */
public enum StateAccess {
    /** The account of the workers alone: files have the mode 0600, directories 0700. */
    OWNER,
    /** Whom the umask of the workers lets, as when workers of several nodes run in different accounts of a group. */
    UMASK
}
