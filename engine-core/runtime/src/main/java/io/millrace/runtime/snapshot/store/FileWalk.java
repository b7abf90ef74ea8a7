// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.snapshot.store;

import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;

/** Visits the files below a directory whose names begin with a prefix, while others create and remove files there. */
final class FileWalk extends SimpleFileVisitor<Path> {

    /** Takes a file. */
    interface Visitor {

        /** @param name name relative to the root, with slashes */
        void file(String name, Path file, long bytes);
    }

    private final Path root;
    private final String prefix;
    private final Visitor out;

    private FileWalk(Path root, String prefix, Visitor out) {
        this.root = root;
        this.prefix = prefix;
        this.out = out;
    }

    /** @param prefix prefix of names; links are not followed */
    static void of(Path root, String prefix, String location, Visitor out) throws IOException {
        Path start =
                root.resolve(prefix.substring(0, prefix.lastIndexOf('/') + 1)).normalize();
        if (!start.startsWith(root)) {
            throw new IllegalArgumentException("'" + prefix + "' is no beginning of a name");
        }
        try {
            if (Files.isDirectory(start)) {
                Files.walkFileTree(start, new FileWalk(root, prefix, out));
            }
        } catch (IOException e) {
            throw StoreErrors.explained("list objects", location, e);
        }
    }

    @Override
    public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
        String name =
                root.relativize(file).toString().replace(file.getFileSystem().getSeparator(), "/");
        if (attributes.isRegularFile() && name.startsWith(prefix)) {
            out.file(name, file, attributes.size());
        }
        return FileVisitResult.CONTINUE;
    }

    @Override
    public FileVisitResult visitFileFailed(Path file, IOException e) throws IOException {
        return goOn(e);
    }

    @Override
    public FileVisitResult postVisitDirectory(Path directory, IOException e) throws IOException {
        return e == null ? FileVisitResult.CONTINUE : goOn(e);
    }

    private static FileVisitResult goOn(IOException e) throws IOException {
        if (e instanceof NoSuchFileException) {
            // The file was removed meanwhile
            return FileVisitResult.CONTINUE;
        }
        throw e;
    }
}
