// SPDX-License-Identifier: Apache-2.0
package io.millrace.storm.ring;

import io.millrace.ipc.liveness.SharedDirectory;
import io.millrace.ipc.ring.RingConfig;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import org.apache.storm.Config;
import org.apache.storm.utils.ObjectReader;

/**
 * What a topology's settings say about rings.
 *
 * @param base directory of the workers' directories; the property {@value #DIRECTORY} of a worker's JVM, else
 *     {@link SharedDirectory#defaultBase()}
 * @param ring its size is {@value #BYTES}, and must be a power of two from 64 KiB to 512 MiB
 * @param waitsAtDoorbell whether the thread that sends waits until there is something to send, and does not sleep as
 *     Storm's does; {@value #DOORBELL}
 */
public record RingSettings(Path base, RingConfig ring, boolean waitsAtDoorbell) {
    public static final String DIRECTORY = "millrace.ring.directory";
    public static final String BYTES = "topology.millrace.ring.bytes";
    public static final String DOORBELL = "topology.millrace.transfer.doorbell";

    /** A constant of newer releases of Storm only. */
    private static final String TLS = "storm.messaging.netty.tls.enable";

    static final int MAX_MESSAGE_BYTES = (256 << 20) - 1;

    public static final RingSettings DEFAULTS = of(Map.of());

    /** Reads a topology's settings. */
    public static RingSettings of(Map<String, Object> config) {
        String directory = System.getProperty(DIRECTORY);
        RingConfig ring = RingConfig.defaults();
        return new RingSettings(
                directory == null ? SharedDirectory.defaultBase() : Path.of(directory),
                ring.withCapacityBytes(ObjectReader.getInt(config.get(BYTES), ring.capacityBytes()))
                        .withMaxMessageBytes(MAX_MESSAGE_BYTES),
                ObjectReader.getBoolean(config.get(DOORBELL), true));
    }

    /** Returns the setting that messages must have and a ring has not. */
    public static Optional<String> refusal(Map<String, Object> config) {
        for (String key : new String[] {Config.STORM_MESSAGING_NETTY_AUTHENTICATION, TLS}) {
            if (ObjectReader.getBoolean(config.get(key), false)) {
                return Optional.of(key + " is set, which shared memory does not have");
            }
        }
        return Optional.empty();
    }
}
