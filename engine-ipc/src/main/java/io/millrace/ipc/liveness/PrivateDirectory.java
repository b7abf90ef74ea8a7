// SPDX-License-Identifier: Apache-2.0
package io.millrace.ipc.liveness;

import io.millrace.ipc.memory.MappedMemory;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SeekableByteChannel;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.DirectoryStream;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.SecureDirectoryStream;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributeView;
import java.nio.file.attribute.PosixFileAttributeView;
import java.nio.file.attribute.PosixFileAttributes;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.nio.file.attribute.UserPrincipal;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Directories below one that other accounts may write too, such as {@code /dev/shm} and {@code /tmp}, where whoever
 * comes first has a name. Makes them for this process's account alone, refuses those of others, and removes them
 * without following what another account puts in the way. Any thread may call.
 *
 * <p>The account of a process is the owner of {@code /proc/self}, as it may have no name. Where files have no owner, as
 * on Windows, nothing is checked.
 */
public final class PrivateDirectory {

    private static final Set<PosixFilePermission> OF_OTHERS = EnumSet.of(
            PosixFilePermission.GROUP_READ,
            PosixFilePermission.GROUP_WRITE,
            PosixFilePermission.GROUP_EXECUTE,
            PosixFilePermission.OTHERS_READ,
            PosixFilePermission.OTHERS_WRITE,
            PosixFilePermission.OTHERS_EXECUTE);
    private static final Path SELF = Path.of("/proc/self");
    private static final int ATTEMPTS = 10;
    private static final int NAMES = 5;

    /** The bit of a mode that lets only owners remove and rename entries of a directory. */
    private static final int STICKY = 01000;

    private PrivateDirectory() {}

    /**
     * Makes the directory and those above it that are missing with mode 0700; or checks that the existing one is no
     * link, belongs to this account, and lets no other one in.
     *
     * @throws FileSystemException whose reason names owner and mode, if it is another account's or open to others
     */
    public static Path make(Path directory) throws IOException {
        boolean made = create(directory);
        Optional<String> problem = problem(directory);
        if (problem.isPresent()) {
            throw new FileSystemException(
                    directory.toString(), null, made ? removeUnkept(directory, problem.get()) : problem.get());
        }
        return directory;
    }

    /**
     * Makes the directory and those above it that are missing with mode 0700, and checks nothing.
     *
     * @return false if it was there
     */
    public static boolean create(Path directory) throws IOException {
        if (directory.getParent() != null) {
            Files.createDirectories(directory.getParent(), MappedMemory.ownerOnly(directory, "rwx------"));
        }
        try {
            Files.createDirectory(directory, MappedMemory.ownerOnly(directory, "rwx------"));
            return true;
        } catch (FileAlreadyExistsException e) {
            return false;
        }
    }

    /**
     * Makes a directory as {@link #make} does, with the next of a few names, {@code directory-2} and so on, where
     * another account has taken one: whoever comes first has a name in a directory that all may write to.
     *
     * @return the directory that was made or found
     * @throws FileSystemException of the last name, if all are taken
     */
    public static Path makeFree(Path directory) throws IOException {
        List<Path> names = names(directory);
        for (Path next : names) {
            try {
                return make(next);
            } catch (NoSuchFileException e) {
                throw e;
            } catch (FileSystemException e) {
                if (next.equals(names.get(NAMES - 1)) || !Files.exists(next, LinkOption.NOFOLLOW_LINKS)) {
                    throw e;
                }
            }
        }
        throw new IllegalStateException("no names for " + directory);
    }

    /** Returns the names that {@link #makeFree} tries, in this order. */
    public static List<Path> names(Path directory) {
        return IntStream.rangeClosed(1, NAMES)
                .mapToObj(number ->
                        number == 1 ? directory : directory.resolveSibling(directory.getFileName() + "-" + number))
                .toList();
    }

    /**
     * Removes a directory that was just made and is not for this account alone, so that the next attempt fails for the
     * same reason.
     *
     * @param problem of the directory
     * @return the reason and the remedy
     */
    public static String removeUnkept(Path directory, String problem) throws IOException {
        String type = Files.getFileStore(directory).type();
        Files.delete(directory);
        return problem + "; it was made with mode 0700, so its file system (" + type
                + ") keeps no owners and modes: mount that for the account "
                + account().getName() + " alone (uid=, and dmask=0077 or dir_mode=0700)";
    }

    /**
     * Makes a directory as {@link #make} does, below one that only this account can write to: what others may do with
     * one of this account is taken from them instead of refused. A mount may have given it to a group, and an earlier
     * version made it readable.
     */
    public static Path makeInner(Path directory) throws IOException {
        if (isOwn(directory) && attributes(directory) != null) {
            Files.setPosixFilePermissions(directory, PosixFilePermissions.fromString("rwx------"));
        }
        return make(directory);
    }

    /**
     * Writes a file with mode 0600, which takes the place of an earlier one: another process sees the whole file, or
     * the one before.
     */
    public static void writeFile(Path file, byte[] content) throws IOException {
        Path partial = file.resolveSibling(file.getFileName() + ".part");
        Files.deleteIfExists(partial);
        try (SeekableByteChannel channel = Files.newByteChannel(
                partial,
                Set.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE),
                MappedMemory.ownerOnly(partial, "rw-------"))) {
            for (ByteBuffer rest = ByteBuffer.wrap(content); rest.hasRemaining(); ) {
                channel.write(rest);
            }
        }
        Files.move(partial, file, StandardCopyOption.ATOMIC_MOVE);
    }

    /**
     * Returns what {@link #make} would refuse an existing directory for; empty if there is nothing, or no such file.
     */
    public static Optional<String> problem(Path directory) throws IOException {
        PosixFileAttributes found;
        try {
            found = attributes(directory);
        } catch (NoSuchFileException e) {
            return Optional.empty();
        }
        if (found == null) {
            return Files.isDirectory(directory) ? Optional.empty() : Optional.of("is not a directory");
        }
        String owner = "belongs to " + found.owner().getName() + " with mode "
                + PosixFilePermissions.toString(found.permissions());
        if (found.isSymbolicLink()) {
            return Optional.of("is a link that " + owner);
        }
        if (!found.isDirectory()) {
            return Optional.of("is not a directory, and " + owner);
        }
        if (!found.owner().equals(account())) {
            return Optional.of(
                    owner + ", not to this process's account " + account().getName());
        }
        Set<PosixFilePermission> tooMany = EnumSet.copyOf(OF_OTHERS);
        tooMany.retainAll(found.permissions());
        return tooMany.isEmpty()
                ? Optional.empty()
                : Optional.of(owner + ", so other accounts have access to it: chmod 700 it");
    }

    /**
     * Returns which other account may make files in a directory, or in that which a link leads to, or may exchange one
     * of those above it; empty if only this account, its groups and root may. Those above are looked at too if the
     * directory is missing. With the sticky bit, as {@code /tmp} has it, entries of one account are safe from others.
     */
    public static Optional<String> writers(Path directory) throws IOException {
        Path named = directory.toAbsolutePath().normalize();
        if (!named.getFileSystem().supportedFileAttributeViews().contains("unix")) {
            return Optional.empty();
        }
        Path existing = named;
        while (!Files.exists(existing) && existing.getParent() != null) {
            existing = existing.getParent();
        }
        Path real = existing.toRealPath();
        Set<Integer> groups = groups();
        Optional<String> problem = existing.equals(named) ? writers(real, groups, false) : Optional.empty();
        for (Path start : List.of(real, named)) {
            for (Path above = start; above != null && problem.isEmpty(); above = above.getParent()) {
                boolean looked = above.equals(real) && existing.equals(named);
                if (!looked && Files.exists(above, LinkOption.NOFOLLOW_LINKS)) {
                    Path which = above;
                    problem = writers(above, groups, true).map(of -> "is reached by " + which + ", which " + of);
                }
            }
        }
        return problem;
    }

    /** @param above whether it is one above the directory, where the sticky bit or root as its owner are enough */
    private static Optional<String> writers(Path path, Set<Integer> groups, boolean above) throws IOException {
        PosixFileAttributes found = attributes(path);
        Set<PosixFilePermission> permissions = found.permissions();
        String owner = "belongs to " + found.owner().getName() + " and the group "
                + found.group().getName() + " with mode " + PosixFilePermissions.toString(permissions);
        if (!found.owner().equals(account()) && !found.owner().equals(Files.getOwner(Path.of("/")))) {
            return Optional.of(
                    owner + ", not to this process's account " + account().getName());
        }
        boolean ofRoot = found.owner().equals(Files.getOwner(Path.of("/")));
        boolean hasSticky = ((int) Files.getAttribute(path, "unix:mode", LinkOption.NOFOLLOW_LINKS) & STICKY) != 0;
        // Root says who may write to what is above: mounts of containers are open to all, and /var/log of Ubuntu to a
        // group of its own
        if (found.isSymbolicLink() || above && (ofRoot || hasSticky)) {
            return Optional.empty();
        }
        if (permissions.contains(PosixFilePermission.OTHERS_WRITE)) {
            return Optional.of(owner + ", so every account can write to it");
        }
        boolean ofOthers = !groups.contains((Integer) Files.getAttribute(path, "unix:gid", LinkOption.NOFOLLOW_LINKS));
        return ofOthers && permissions.contains(PosixFilePermission.GROUP_WRITE)
                ? Optional.of(owner + ", so a group that this process is not in can write to it")
                : Optional.empty();
    }

    /**
     * The groups of this process, also supplementary ones, such as that of a volume of Kubernetes; and that of root.
     */
    private static Set<Integer> groups() throws IOException {
        Set<Integer> groups = new HashSet<>();
        groups.add((Integer) Files.getAttribute(Path.of("/"), "unix:gid"));
        Path status = SELF.resolve("status");
        if (Files.exists(status)) {
            for (String line : Files.readAllLines(status)) {
                if (line.startsWith("Gid:") || line.startsWith("Groups:")) {
                    Stream.of(line.substring(line.indexOf(':') + 1).strip().split("\\s+"))
                            .filter(group -> !group.isEmpty())
                            .forEach(group -> groups.add(Integer.parseUnsignedInt(group)));
                }
            }
        }
        return groups;
    }

    /** Whether this process's account is root. False if that cannot be found out. */
    public static boolean isRoot() {
        try {
            return Files.exists(SELF) && Integer.valueOf(0).equals(Files.getAttribute(SELF, "unix:uid"));
        } catch (IOException | UnsupportedOperationException e) {
            return false;
        }
    }

    /** Whether this is a directory, and no link, of this process's account. */
    public static boolean isOwn(Path directory) throws IOException {
        try {
            PosixFileAttributes found = attributes(directory);
            return found == null
                    ? Files.isDirectory(directory, LinkOption.NOFOLLOW_LINKS)
                    : found.isDirectory() && found.owner().equals(account());
        } catch (NoSuchFileException e) {
            return false;
        }
    }

    /** Whether there is something of another account, also a link. */
    public static boolean isOthers(Path path) throws IOException {
        try {
            PosixFileAttributes found = attributes(path);
            return found != null && !found.owner().equals(account());
        } catch (NoSuchFileException e) {
            return false;
        }
    }

    /**
     * Removes a directory of this account with all that it contains, or a file or link; nothing if there is none. What
     * another account does meanwhile in directories above leads nowhere else: each directory is opened without
     * following links, and its entries are removed relative to it.
     *
     * @throws FileSystemException if the directory belongs to another account
     */
    public static void remove(Path tree) throws IOException {
        Path absolute = tree.toAbsolutePath();
        try (DirectoryStream<Path> parent = Files.newDirectoryStream(absolute.getParent())) {
            if (parent instanceof SecureDirectoryStream<Path> secure) {
                removeEntry(secure, absolute.getFileName(), absolute, true);
            } else {
                removeByPath(absolute);
            }
        } catch (NoSuchFileException e) {
            // Neither it nor its parent is there
        }
    }

    private static void removeEntry(SecureDirectoryStream<Path> parent, Path name, Path shown, boolean top)
            throws IOException {
        for (int attempt = 1; ; attempt++) {
            try {
                removeOnce(parent, name, shown, top);
                return;
            } catch (NoSuchFileException e) {
                return;
            } catch (DirectoryNotEmptyException e) {
                // Another process has made a file meanwhile
                if (attempt == ATTEMPTS) {
                    throw new DirectoryNotEmptyException(shown.toString());
                }
            }
        }
    }

    private static void removeOnce(SecureDirectoryStream<Path> parent, Path name, Path shown, boolean top)
            throws IOException {
        boolean directory = parent.getFileAttributeView(name, BasicFileAttributeView.class, LinkOption.NOFOLLOW_LINKS)
                .readAttributes()
                .isDirectory();
        if (!directory) {
            parent.deleteFile(name);
            return;
        }
        try (SecureDirectoryStream<Path> opened = parent.newDirectoryStream(name, LinkOption.NOFOLLOW_LINKS)) {
            if (top) {
                requireOwn(opened, shown);
            }
            List<Path> entries = new ArrayList<>();
            opened.forEach(entry -> entries.add(entry.getFileName()));
            for (Path entry : entries) {
                removeEntry(opened, entry, shown.resolve(entry), false);
            }
        }
        parent.deleteDirectory(name);
    }

    private static void requireOwn(SecureDirectoryStream<Path> opened, Path shown) throws IOException {
        PosixFileAttributeView view = opened.getFileAttributeView(PosixFileAttributeView.class);
        if (view != null && !view.readAttributes().owner().equals(account())) {
            throw new FileSystemException(
                    shown.toString(),
                    null,
                    "belongs to " + view.readAttributes().owner().getName() + ", not to this process's account "
                            + account().getName() + ", and stays");
        }
    }

    private static void removeByPath(Path path) throws IOException {
        if (Files.isDirectory(path, LinkOption.NOFOLLOW_LINKS)) {
            try (DirectoryStream<Path> entries = Files.newDirectoryStream(path)) {
                for (Path entry : entries) {
                    removeByPath(entry);
                }
            }
        }
        Files.deleteIfExists(path);
    }

    /** Returns null where files have no owner. */
    private static PosixFileAttributes attributes(Path path) throws IOException {
        PosixFileAttributeView view =
                Files.getFileAttributeView(path, PosixFileAttributeView.class, LinkOption.NOFOLLOW_LINKS);
        return view == null ? null : view.readAttributes();
    }

    /** The owner of what this process makes. */
    private static UserPrincipal account() throws IOException {
        if (Files.exists(SELF)) {
            return Files.getOwner(SELF);
        }
        Path probe = Files.createTempFile("millrace-account", "");
        try {
            return Files.getOwner(probe);
        } finally {
            Files.delete(probe);
        }
    }
}
