// SPDX-License-Identifier: Apache-2.0
package io.millrace.cluster.model;

import io.millrace.api.config.TopologyKeys;

/** The request that turns the automatic mode on or off. */
public record AutoRebalanceRequest(boolean on) implements SettingChange {

    public static final String PATH = "/rebalance/auto";

    @Override
    public SettingRequest setting() {
        return new SettingRequest(TopologyKeys.REBALANCE_AUTO.name(), TopologyKeys.REBALANCE_AUTO.write(on));
    }

    @Override
    public String path() {
        return PATH;
    }
}
