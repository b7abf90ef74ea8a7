// SPDX-License-Identifier: Apache-2.0
package io.millrace.cluster.model;

import io.millrace.api.config.EngineBounds;
import io.millrace.api.config.TopologyKeys;
import io.millrace.cluster.model.ClusterException.Reason;

/**
 * The request that sets the number of engines of each task of a component.
 *
 * @param bounds {@code MIN..MAX}, or one number for both
 */
public record EngineBoundsRequest(String component, String bounds) implements SettingChange {

    public static final String PATH = "/engines";

    @Override
    public SettingRequest setting() {
        if (component == null || bounds == null || bounds.contains(",") || !EngineBounds.isName(component)) {
            throw new ClusterException(
                    Reason.REFUSED,
                    "component '" + component + "' with the bounds '" + bounds
                            + "': give a component without ',' and '=', and MIN..MAX");
        }
        return new SettingRequest(TopologyKeys.ENGINE_BOUNDS.name(), component + "=" + bounds);
    }

    @Override
    public String path() {
        return PATH;
    }
}
