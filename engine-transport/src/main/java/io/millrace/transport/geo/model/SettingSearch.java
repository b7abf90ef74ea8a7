// SPDX-License-Identifier: Apache-2.0
package io.millrace.transport.geo.model;

import java.util.ArrayList;
import java.util.List;

/**
 * Finds the best setting: for each number of routes, with and without compression, the best size of a batch, beginning
 * at the one that was best before. The models have one best size, so that a few steps lead to it. (JetStream calls such
 * a search simulated annealing.)
 */
final class SettingSearch {

    private final BatchModel model;
    private final ChannelInputs inputs;
    private final Limits limits;
    private final int largest;

    SettingSearch(BatchModel model, ChannelInputs inputs, Limits limits) {
        this.model = model;
        this.inputs = inputs;
        this.limits = limits;
        double filledInTime = Math.max(1, inputs.eventsPerSecond() * limits.maxDelaySeconds());
        double fitting = Math.max(1, limits.maxBatchBytes() / inputs.eventBytes());
        this.largest = (int) Math.min(Math.min(filledInTime, fitting), 1 << 24);
    }

    Candidate look(Setting setting) {
        Prediction prediction = model.predict(inputs, setting);
        return new Candidate(setting, prediction, model.refusal(inputs, setting, prediction, limits));
    }

    /** Whether a setting is one of those among which is chosen. */
    boolean has(Setting setting) {
        return setting.batchEvents() <= largest
                && setting.routes() <= inputs.routes().size()
                && (!setting.compressed() || inputs.compressed() != null);
    }

    /**
     * Returns the best size of a batch for each number of routes without compression, then with it if there is a codec.
     *
     * @param sizes the sizes that were best before, in the same order; where one is missing the search begins at one
     *     event
     */
    List<Candidate> bestOfEach(int... sizes) {
        int routes = inputs.routes().size();
        int settings = inputs.compressed() == null ? routes : 2 * routes;
        List<Candidate> best = new ArrayList<>(settings);
        for (int i = 0; i < settings; i++) {
            best.add(best(i % routes + 1, i >= routes, sizes.length == settings ? sizes[i] : 1));
        }
        return best;
    }

    /** Returns each number of routes without compression, then with it if there is a codec, with one size of batches. */
    List<Candidate> each(int events) {
        int routes = inputs.routes().size();
        List<Candidate> all = new ArrayList<>();
        for (int i = 0; i < (inputs.compressed() == null ? routes : 2 * routes); i++) {
            all.add(look(new Setting(events, i % routes + 1, i >= routes)));
        }
        return all;
    }

    /** Returns sizes that double, the largest last. */
    List<Integer> doubling() {
        List<Integer> sizes = new ArrayList<>();
        for (long b = 1; b < largest; b *= 2) {
            sizes.add((int) b);
        }
        sizes.add(largest);
        return sizes;
    }

    /**
     * Climbs from a size to the best one near it, by steps that double as long as that is better, then by ever smaller
     * steps down to a sixteenth of the size: a size so near the best one is hardly worse.
     */
    private Candidate best(int routes, boolean compressed, int from) {
        Candidate start = look(new Setting(Math.max(1, Math.min(from, largest)), routes, compressed));
        int first = Math.max(1, start.setting().batchEvents() / 8);
        Candidate best = climb(start, first);
        if (best == start) {
            best = climb(start, -first);
        }
        int events = best.setting().batchEvents();
        // Begin with half of the step that was too long
        for (int step = (Math.abs(events - start.setting().batchEvents()) + first) / 2;
                step >= Math.max(1, events / 16);
                step /= 2) {
            Candidate before = best;
            best = better(best, step);
            if (best == before) {
                best = better(best, -step);
            }
            events = best.setting().batchEvents();
        }
        return best;
    }

    private Candidate climb(Candidate from, int step) {
        Candidate best = from;
        Candidate next = better(best, step);
        while (next != best) {
            best = next;
            step *= 2;
            next = better(best, step);
        }
        return best;
    }

    /** Returns the candidate with so many more events in a batch, as far as the limit allows them, if it is better. */
    private Candidate better(Candidate best, int step) {
        Setting setting = best.setting();
        int events = (int) Math.max(1, Math.min(largest, (long) setting.batchEvents() + step));
        if (events == setting.batchEvents()) {
            return best;
        }
        Candidate next = look(new Setting(events, setting.routes(), setting.compressed()));
        return next.isBetterThan(best, limits) ? next : best;
    }
}
