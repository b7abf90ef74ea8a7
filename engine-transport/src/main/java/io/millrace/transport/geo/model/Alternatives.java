// SPDX-License-Identifier: Apache-2.0
package io.millrace.transport.geo.model;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.TreeSet;

/** The settings that a channel could have, for operators. Stateless. */
public final class Alternatives {

    private Alternatives() {}

    /**
     * Returns, for each number of routes and with and without compression, sizes of batches that double and the best
     * one, in this order.
     *
     * @param present the present setting, which is among them if it is a setting of these inputs
     */
    public static List<Alternative> of(BatchModel model, ChannelInputs inputs, Limits limits, Setting present) {
        SettingSearch search = new SettingSearch(model, inputs, limits);
        SettingSearch unpaid = new SettingSearch(model, inputs, limits.withoutBudget());
        TreeSet<Setting> settings = new TreeSet<>(Comparator.comparing(Setting::compressed)
                .thenComparingInt(Setting::routes)
                .thenComparingInt(Setting::batchEvents));
        if (search.has(present)) {
            settings.add(present);
        }
        for (Candidate best : search.bestOfEach()) {
            settings.add(best.setting());
            for (int events : search.doubling()) {
                settings.add(new Setting(
                        events, best.setting().routes(), best.setting().compressed()));
            }
        }
        List<Candidate> able = settings.stream()
                .map(unpaid::look)
                .filter(candidate -> candidate.refusal().isEmpty())
                .toList();
        List<Alternative> alternatives = new ArrayList<>();
        for (Setting setting : settings) {
            Candidate candidate = search.look(setting);
            boolean front = able.stream().anyMatch(other -> other.setting().equals(setting))
                    && able.stream().noneMatch(other -> dominates(other.prediction(), candidate.prediction()));
            alternatives.add(new Alternative(setting, candidate.prediction(), candidate.refusal(), front));
        }
        return alternatives;
    }

    private static boolean dominates(Prediction one, Prediction other) {
        return one.mean() <= other.mean()
                && one.moneyPerSecond() <= other.moneyPerSecond()
                && (one.mean() < other.mean() || one.moneyPerSecond() < other.moneyPerSecond());
    }
}
