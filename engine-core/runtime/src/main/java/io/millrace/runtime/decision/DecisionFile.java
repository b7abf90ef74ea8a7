package io.millrace.runtime.decision;

import io.millrace.api.metrics.EngineDecision;
import io.millrace.runtime.json.Json;
import io.millrace.runtime.json.JsonException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The decisions of a worker's tasks as a file in its directory, where the node's supervisor reads it. It is replaced as a whole. Any thread may call it.
 */
public final class DecisionFile {

    private static final Logger LOG = LoggerFactory.getLogger(DecisionFile.class);
    private static final String NAME = "decisions.json";

    private DecisionFile() {}

    /** Replaces the file. If that fails, the older one stays. */
    static void write(Path directory, List<EngineDecision> decisions) {
        Path partial = directory.resolve(NAME + ".part");
        try {
            Files.write(partial, Json.write(decisions));
            Files.move(partial, directory.resolve(NAME), StandardCopyOption.ATOMIC_MOVE);
        } catch (IOException e) {
            LOG.warn("cannot write {}: {}: 'millrace describe --decisions' lacks some", partial, e.getMessage());
        }
    }

    /** Reads the file. A worker without decisions has none. */
    public static List<EngineDecision> read(Path directory) {
        try {
            return Json.readList(Files.readAllBytes(directory.resolve(NAME)), EngineDecision.class);
        } catch (NoSuchFileException e) {
            return List.of();
        } catch (IOException | JsonException e) {
            LOG.debug("the decisions of {} are not known: {}", directory, e.getMessage());
            return List.of();
        }
    }
}
