// SPDX-License-Identifier: Apache-2.0
package io.millrace.operators.aggregate;

import io.millrace.api.Fields;
import io.millrace.api.Tuple;
import io.millrace.api.error.TopologyException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;

/**
 * The aggregate of {@link Aggregates#top}. An accumulator is a list of rows, the first one first: the value that is
 * compared, then the fields.
 */
record Top(int most, String by, Fields kept) implements Aggregate<List<Object>> {

    private static final int MOST = 10_000;

    Top {
        Fields.of(by);
        if (most < 1 || most > MOST || kept.size() == 0) {
            throw new TopologyException("the top " + most + " of the fields [" + kept + "]: take 1 to " + MOST
                    + " tuples, and at least one field");
        }
    }

    @Override
    public Fields fields() {
        List<String> all = new ArrayList<>(kept.names());
        if (!all.contains(by)) {
            all.add(by);
        }
        return new Fields(all);
    }

    @Override
    public List<Object> init() {
        return List.of();
    }

    @Override
    public List<Object> add(List<Object> accumulator, Tuple input) {
        Object[] row = new Object[1 + kept.size()];
        row[0] = input.get(by);
        if (row[0] == null) {
            return accumulator;
        }
        ValueOrder.check(by, row[0], accumulator.isEmpty() ? null : ((List<?>) accumulator.get(0)).get(0));
        for (int i = 1; i < row.length; i++) {
            row[i] = input.get(kept.names().get(i - 1));
        }
        List<?> added = Arrays.asList(row);
        if (accumulator.size() == most && order((List<?>) accumulator.get(most - 1), added) <= 0) {
            return accumulator;
        }
        return merge(accumulator, List.of(added));
    }

    @Override
    public List<Object> merge(List<Object> first, List<Object> second) {
        List<Object> all = new ArrayList<>(first);
        all.addAll(second);
        all.sort((one, other) -> order((List<?>) one, (List<?>) other));
        return Collections.unmodifiableList(all.size() > most ? new ArrayList<>(all.subList(0, most)) : all);
    }

    /** Compares two rows: negative if the first comes before the second. */
    private static int order(List<?> one, List<?> other) {
        int order = ValueOrder.compare(other.get(0), one.get(0));
        for (int i = 1; order == 0 && i < one.size(); i++) {
            order = ValueOrder.compare(one.get(i), other.get(i));
        }
        for (int i = 0; order == 0 && i < one.size(); i++) {
            order = ValueOrder.compareForms(one.get(i), other.get(i));
        }
        return order;
    }

    @Override
    public Object result(List<Object> accumulator) {
        return accumulator.stream()
                .map(row -> ((List<?>) row).subList(1, ((List<?>) row).size()))
                .toList();
    }
}
