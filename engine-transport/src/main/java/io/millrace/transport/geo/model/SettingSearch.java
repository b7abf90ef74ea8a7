package io.millrace.transport.geo.model;

import java.util.ArrayList;
import java.util.List;

/**
 * Finds the best setting: for each number of routes, with and without compression, sizes of batches that double, then
 * finer and finer around the best of them. (JetStream calls this simulated annealing.)
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

    /** Whether this is one of the settings among which is chosen. */
    boolean has(Setting setting) {
        return setting.batchEvents() <= largest
                && setting.routes() <= inputs.routes().size()
                && (!setting.compressed() || inputs.compressed() != null);
    }

    /** Returns the best size of a batch for each number of routes without compression, then with it if there is a codec. */
    List<Candidate> bestOfEach() {
        List<Candidate> best = new ArrayList<>();
        for (int routes = 1; routes <= inputs.routes().size(); routes++) {
            best.add(best(routes, false));
        }
        if (inputs.compressed() != null) {
            for (int routes = 1; routes <= inputs.routes().size(); routes++) {
                best.add(best(routes, true));
            }
        }
        return best;
    }

    /** Returns the sizes among which is searched first, the largest last. */
    List<Integer> doubling() {
        List<Integer> sizes = new ArrayList<>();
        for (long b = 1; b < largest; b *= 2) {
            sizes.add((int) b);
        }
        sizes.add(largest);
        return sizes;
    }

    private Candidate best(int routes, boolean compressed) {
        Candidate best = null;
        for (int events : doubling()) {
            best = better(best, new Setting(events, routes, compressed));
        }
        for (int step = best.setting().batchEvents() / 2; step >= 1; step /= 2) {
            int around = best.setting().batchEvents();
            if (around - step >= 1) {
                best = better(best, new Setting(around - step, routes, compressed));
            }
            if (around + step <= largest) {
                best = better(best, new Setting(around + step, routes, compressed));
            }
        }
        return best;
    }

    private Candidate better(Candidate best, Setting setting) {
        Candidate next = look(setting);
        return next.isBetterThan(best, limits) ? next : best;
    }
}
