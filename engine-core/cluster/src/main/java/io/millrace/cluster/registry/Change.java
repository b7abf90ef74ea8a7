// SPDX-License-Identifier: Apache-2.0
package io.millrace.cluster.registry;

/** A part of a transaction on a {@link Store}. Versions are those of the node's data, as in ZooKeeper. */
public sealed interface Change {

    /** The version that matches any version. */
    int ANY = -1;

    String path();

    /** Checks that a node exists and has this version. */
    record Check(String path, int version) implements Change {}

    /** Creates a node that must not exist; its parent must. An ephemeral node ends with the session. */
    record Create(String path, byte[] data, boolean ephemeral) implements Change {}

    /** Replaces the data of a node that must exist and have this version. */
    record Write(String path, byte[] data, int version) implements Change {}

    /** Deletes a node that must exist, have this version, and have no children. */
    record Delete(String path, int version) implements Change {}

    static Change exists(String path) {
        return new Check(path, ANY);
    }

    static Change create(String path, byte[] data) {
        return new Create(path, data, false);
    }
}
