// SPDX-License-Identifier: Apache-2.0
package io.millrace.cluster.model;

import io.millrace.cluster.model.ClusterException.Reason;

/**
 * The request that changes any setting that may change while a topology runs.
 *
 * @param value the value of the key; for a key with a list the entries that change
 */
public record SettingRequest(String key, String value) implements SettingChange {

    public static final String PATH = "/settings";

    @Override
    public SettingRequest setting() {
        if (key == null || value == null) {
            throw new ClusterException(Reason.REFUSED, "key '" + key + "' with the value '" + value + "': give both");
        }
        return this;
    }

    @Override
    public String path() {
        return PATH;
    }
}
