package io.millrace.runtime.geo;

import io.millrace.runtime.json.Json;
import io.millrace.runtime.json.JsonException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What a worker reports of its channels between sites, as a file in its directory, where the node's supervisor reads it. It is replaced
 * as a whole. Any thread may call it.
 */
public final class ChannelFile {

    private static final Logger LOG = LoggerFactory.getLogger(ChannelFile.class);
    private static final String NAME = "channels.json";

    private ChannelFile() {}

    /** Replaces the file. If that fails, which is logged once in a row, the older one stays. */
    static boolean write(Path directory, ChannelEnds ends, boolean failedBefore) {
        Path partial = directory.resolve(NAME + ".part");
        try {
            Files.write(partial, Json.write(ends));
            Files.move(partial, directory.resolve(NAME), StandardCopyOption.ATOMIC_MOVE);
            return true;
        } catch (IOException e) {
            if (!failedBefore) {
                LOG.warn("cannot write {}: {}: 'millrace geo' shows older values", partial, e.getMessage());
            }
            return false;
        }
    }

    /** The channels are closed: nothing that was is shown for those of a later worker in this directory. */
    static void delete(Path directory) {
        try {
            Files.deleteIfExists(directory.resolve(NAME));
        } catch (IOException e) {
            LOG.debug("{} is left in {}: {}", NAME, directory, e.getMessage());
        }
    }

    /** Reads the file. A worker without channels has none. */
    public static ChannelEnds read(Path directory) {
        try {
            return Json.read(Files.readAllBytes(directory.resolve(NAME)), ChannelEnds.class);
        } catch (NoSuchFileException e) {
            return ChannelEnds.NONE;
        } catch (IOException | JsonException e) {
            LOG.debug("the channels of {} are not known: {}", directory, e.getMessage());
            return ChannelEnds.NONE;
        }
    }
}
