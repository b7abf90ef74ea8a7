// SPDX-License-Identifier: Apache-2.0
package io.millrace.cluster.jar;

import io.millrace.api.Topology;
import io.millrace.api.codec.ValueCodecs;
import io.millrace.api.config.Config;
import io.millrace.api.config.SecretSettings;
import io.millrace.api.config.TopologyKeys;
import io.millrace.api.error.TopologyException;
import io.millrace.cluster.model.ClusterException;
import io.millrace.cluster.model.ClusterException.Reason;
import io.millrace.runtime.codec.RegisteredClasses;
import io.millrace.runtime.codec.ValuesCodec;
import io.millrace.runtime.codec.WrittenClasses;
import io.millrace.runtime.resources.TopologyClassLoader;
import io.millrace.runtime.snapshot.SnapshotSettings;
import io.millrace.runtime.snapshot.savepoint.SavepointChecks;
import io.millrace.runtime.snapshot.savepoint.SavepointOrigin;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/**
 * Checks that a topology can begin with the savepoint that its configuration names, before anything is uploaded.
 * Stateless.
 */
final class SavepointOfSubmission {

    private SavepointOfSubmission() {}

    /** @throws ClusterException with one line, if it cannot, or the savepoint cannot be read */
    static void check(Topology topology, Config config, List<Path> classPath) {
        if (config.get(TopologyKeys.SAVEPOINT_FROM).isBlank()) {
            return;
        }
        try (TopologyClassLoader loader = TopologyClassLoader.of(classPath)) {
            if (!SnapshotSettings.of(config).enabled()) {
                throw new TopologyException("a topology that begins with a savepoint takes snapshots: set "
                        + TopologyKeys.GUARANTEE.name() + "=exactly-once, or " + TopologyKeys.STATE_DIR.name());
            }
            SavepointOrigin origin = SavepointOrigin.of(config, loader).orElseThrow();
            SavepointChecks.check(
                    origin.location(),
                    origin.read(),
                    topology.components(),
                    origin.dropped(),
                    () -> classes(topology, config, loader));
        } catch (IOException e) {
            throw new ClusterException(
                    Reason.REFUSED,
                    "the topology cannot begin with the savepoint in "
                            + TopologyKeys.SAVEPOINT_FROM.shown(config.get(TopologyKeys.SAVEPOINT_FROM)) + ": "
                            + SecretSettings.shownText(e.getMessage()),
                    e);
        } catch (TopologyException e) {
            throw new ClusterException(Reason.REFUSED, e.getMessage(), e);
        }
    }

    private static WrittenClasses classes(Topology topology, Config config, ClassLoader loader) {
        List<ValueCodecs> codecs = topology.codecs().stream()
                .map(template -> template.read("codecs", ValueCodecs.class, loader))
                .toList();
        return new ValuesCodec(RegisteredClasses.parse(config.get(TopologyKeys.SERIALIZED_CLASSES), loader), codecs)
                .classes();
    }
}
