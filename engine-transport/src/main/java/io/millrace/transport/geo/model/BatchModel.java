// SPDX-License-Identifier: Apache-2.0
package io.millrace.transport.geo.model;

/** Predicts the costs of a setting, and says which settings it admits. Stateless; any thread may call. */
public interface BatchModel {

    /** The name by which configuration chooses it. */
    String name();

    /** Whether batches are natural: what one turn of the source offers is one, and no size is chosen. */
    default boolean isNatural() {
        return false;
    }

    /** @throws IllegalArgumentException if the inputs have fewer routes, or no codec with compression */
    Prediction predict(ChannelInputs inputs, Setting setting);

    /** Returns why a setting must not be chosen, in a few words; empty if it may. */
    String refusal(ChannelInputs inputs, Setting setting, Prediction prediction, Limits limits);

    /** Checks that a setting is one of these inputs. */
    static void check(ChannelInputs inputs, Setting setting) {
        if (setting.routes() > inputs.routes().size()) {
            throw new IllegalArgumentException("the setting has " + setting.routes() + " routes, the channel "
                    + inputs.routes().size());
        }
        if (setting.compressed() && inputs.compressed() == null) {
            throw new IllegalArgumentException("the setting compresses, the channel has no codec for that");
        }
    }
}
