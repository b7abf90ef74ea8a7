// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.geo.gate;

import io.millrace.transport.geo.GeoBudget;
import io.millrace.transport.geo.GeoSender;
import io.millrace.transport.geo.model.Limits;
import java.util.ArrayList;
import java.util.List;

/**
 * Divides the topology's budget: each channel has an equal part of it for its oracle, and the channels of one executor
 * share what they may spend. The executor's thread.
 */
final class ChannelBudgets {

    private final GeoSettings settings;
    private final GeoBudget budget;
    private final List<GeoSender> senders = new ArrayList<>();

    /** The number of channels of the topology; 0 while it is not known. */
    private int channels;

    ChannelBudgets(GeoSettings settings) {
        this.settings = settings;
        this.budget = settings.money().hasBudget() ? new GeoBudget(0) : null;
    }

    /** Returns the limits of a channel's oracle. */
    Limits limits() {
        return budget == null ? settings.limits() : settings.limits().withMaxMoneyPerSecond(part());
    }

    void opened(GeoSender sender, String targetRegion, long nowNanos) {
        sender.costs(settings.money().costs(targetRegion), budget);
        senders.add(sender);
        divide(nowNanos);
    }

    /** A channel for several tasks was opened, which the parts of their channels pay for. */
    void openedForSeveral(GeoSender sender, String targetRegion) {
        sender.costs(settings.money().costs(targetRegion), budget);
    }

    void closed(GeoSender sender, long nowNanos) {
        senders.remove(sender);
        divide(nowNanos);
    }

    /** @param count how many channels the topology has in all */
    void channels(int count, long nowNanos) {
        if (count != channels) {
            channels = count;
            divide(nowNanos);
            senders.forEach(sender -> sender.limits(limits()));
        }
    }

    private void divide(long nowNanos) {
        if (budget != null) {
            budget.rate(senders.size() * part(), nowNanos);
        }
    }

    private double part() {
        return channels == 0 ? 0 : settings.money().perSecond() / channels;
    }
}
