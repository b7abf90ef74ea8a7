// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.snapshot.store;

import io.millrace.api.config.StateAccess;
import java.nio.file.FileSystems;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;

/** The permissions with which files and directories of a store are made; empty if only the umask counts. */
record FilePermissions(FileAttribute<?>[] file, FileAttribute<?>[] directory) {

    private static final FileAttribute<?>[] NONE = {};

    static FilePermissions of(StateAccess access) {
        boolean posix = FileSystems.getDefault().supportedFileAttributeViews().contains("posix");
        return access == StateAccess.OWNER && posix
                ? new FilePermissions(permissions("rw-------"), permissions("rwx------"))
                : new FilePermissions(NONE, NONE);
    }

    private static FileAttribute<?>[] permissions(String mode) {
        return new FileAttribute<?>[] {PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString(mode))};
    }
}
