// SPDX-License-Identifier: Apache-2.0
package io.millrace.api.metrics;

import java.util.Arrays;
import java.util.List;
import java.util.StringJoiner;
import java.util.function.ToLongFunction;

/**
 * The numbers of one thing, by the table of its kind. Immutable. In JSON they are fields of the object that has them.
 *
 * @param <F> the table
 */
public final class Figures<F extends Figure> {

    private final F[] table;
    private final long[] words;

    private Figures(F[] table, long[] words) {
        this.table = table;
        this.words = words;
    }

    /** Returns figures of which each is 0. */
    public static <F extends Figure> Figures<F> none(Class<F> table) {
        return of(table, figure -> 0);
    }

    /** @param word asked once for each figure, in the order of the table, for its number as {@link Unit} keeps it */
    public static <F extends Figure> Figures<F> of(Class<F> table, ToLongFunction<F> word) {
        F[] figures = table.getEnumConstants();
        return new Figures<>(figures, Arrays.stream(figures).mapToLong(word).toArray());
    }

    /** Returns the figures of the table in its order. */
    public F[] table() {
        return table.clone();
    }

    /** Returns the names of its fields in JSON. */
    public List<String> fields() {
        return Arrays.stream(table).map(Figure::field).toList();
    }

    public long get(F figure) {
        return words[figure.ordinal()];
    }

    /** Returns it in the type of its unit. */
    public Object number(F figure) {
        return figure.meaning().unit().number(get(figure));
    }

    public boolean is(F flag) {
        return get(flag) != 0;
    }

    /** Returns a figure whose unit is real. */
    public double real(F figure) {
        return Double.longBitsToDouble(get(figure));
    }

    /** Returns what a meter shows of it. */
    public double shown(F figure) {
        return figure.meaning().unit().shown(get(figure));
    }

    /** Returns these figures with another number. */
    public Figures<F> with(F figure, long number) {
        return withWord(figure, figure.meaning().unit().word(number));
    }

    /** Returns these figures with another number of a figure whose unit is real. */
    public Figures<F> with(F figure, double number) {
        return withWord(figure, figure.meaning().unit().word(number));
    }

    public Figures<F> with(F flag, boolean is) {
        return withWord(flag, flag.meaning().unit().word(is));
    }

    private Figures<F> withWord(F figure, long word) {
        long[] changed = words.clone();
        changed[figure.ordinal()] = word;
        return new Figures<>(table, changed);
    }

    /** Returns these figures with the numbers of another table, for the figures whose names both tables have. */
    public Figures<F> withAll(Figures<?> others) {
        long[] changed = words.clone();
        for (int i = 0; i < others.table.length; i++) {
            for (F figure : table) {
                if (figure.name().equals(others.table[i].name())) {
                    changed[figure.ordinal()] = others.words[i];
                }
            }
        }
        return new Figures<>(table, changed);
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Figures<?> figures
                && Arrays.equals(table, figures.table)
                && Arrays.equals(words, figures.words);
    }

    @Override
    public int hashCode() {
        return Arrays.hashCode(words);
    }

    @Override
    public String toString() {
        StringJoiner text = new StringJoiner(", ");
        for (F figure : table) {
            text.add(figure.field() + "=" + number(figure));
        }
        return text.toString();
    }
}
