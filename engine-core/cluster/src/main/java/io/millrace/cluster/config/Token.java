// SPDX-License-Identifier: Apache-2.0
package io.millrace.cluster.config;

import io.millrace.api.config.Config;
import io.millrace.api.error.TopologyException;
import io.millrace.ipc.liveness.PrivateDirectory;
import io.millrace.runtime.settings.ClusterKeys;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/** The secret that authorises changes: a configured one, or one in a file that only the controller's user can read. */
public final class Token {

    private static final String FILE = "token";
    private static final int BYTES = 24;

    private Token() {}

    /** Returns the token for a controller, which creates the file if no token is configured. */
    public static String obtain(Config config) {
        Optional<String> known = find(config);
        if (known.isPresent()) {
            return known.get();
        }
        Path file = Directories.path(config, ClusterKeys.CONTROLLER_DATA_DIR).resolve(FILE);
        String token = Secrets.hex(BYTES);
        try {
            PrivateDirectory.writeFile(file, token.getBytes(StandardCharsets.UTF_8));
            return token;
        } catch (IOException e) {
            throw new TopologyException("cannot write " + file + ": " + Directories.reason(e), e);
        }
    }

    /** The token for a client: the configured one, or that of a controller of the same user and configuration. */
    public static Optional<String> find(Config config) {
        if (!config.get(ClusterKeys.CONTROLLER_TOKEN).isEmpty()) {
            return Optional.of(config.get(ClusterKeys.CONTROLLER_TOKEN));
        }
        Path file = Directories.path(config, ClusterKeys.CONTROLLER_DATA_DIR).resolve(FILE);
        try {
            return Files.isReadable(file) ? Optional.of(Files.readString(file).strip()) : Optional.empty();
        } catch (IOException e) {
            return Optional.empty();
        }
    }
}
