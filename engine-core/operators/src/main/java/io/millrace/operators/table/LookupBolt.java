// SPDX-License-Identifier: Apache-2.0
package io.millrace.operators.table;

import io.millrace.api.Bolt;
import io.millrace.api.BoltCollector;
import io.millrace.api.ChecksInputs;
import io.millrace.api.Counter;
import io.millrace.api.Fields;
import io.millrace.api.OutputDeclarer;
import io.millrace.api.TaskContext;
import io.millrace.api.Tuple;
import io.millrace.api.error.TopologyException;
import io.millrace.operators.format.ColumnType;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.Consumer;

/**
 * A bolt that adds the row of a table to each input, see {@code Bolts.lookup}. Immutable: each method that sets
 * something returns another bolt.
 *
 * <p>It emits the fields of the input that {@link #keeping} names, and then the columns of the table without its key.
 * Each task counts {@code lookup.misses} and {@code lookup.failures} (of reading the file again), and shows {@code
 * lookup.rows} and {@code lookup.age.seconds}: the time since the rows were last known to be those of the file.
 */
public final class LookupBolt implements Bolt, ChecksInputs {

    private static final long serialVersionUID = 1L;

    private final Table table;
    private final String field;
    private Fields kept = new Fields(List.of());
    private boolean outer;
    private String missStream;
    private Fields missFields;

    private transient BoltCollector out;
    private transient LoadedTable loaded;
    private transient LoadedTable.Listener listener;
    private transient ColumnType keyType;
    private transient int columns;
    private transient Counter misses;

    public LookupBolt(Table table, String field) {
        check(table != null && field != null, "it has no table or no field (null): give both");
        table.check();
        this.table = table;
        this.field = field;
    }

    private LookupBolt copy() {
        LookupBolt copy = new LookupBolt(table, field);
        copy.kept = kept;
        copy.outer = outer;
        copy.missStream = missStream;
        copy.missFields = missFields;
        return copy;
    }

    private static void check(boolean holds, String mistake) {
        if (!holds) {
            throw new TopologyException("a bolt that looks up: " + mistake);
        }
    }

    /** Names the fields of the input that are emitted; by default there are none. */
    public LookupBolt keeping(String... fields) {
        LookupBolt copy = copy();
        copy.kept = Fields.of(fields);
        return copy;
    }

    /**
     * Emits inputs without a row to a stream; by default they are dropped. They are counted in both cases.
     *
     * @param fields the fields of the inputs that are emitted; none for only the field that is looked up
     */
    public LookupBolt missesTo(String stream, String... fields) {
        check(stream != null, "the stream of inputs without a row is null: name it");
        check(!outer, "inputs without a row are emitted with nulls (outer) or to a stream: choose one");
        LookupBolt copy = copy();
        copy.missStream = stream;
        copy.missFields = fields.length == 0 ? Fields.of(field) : Fields.of(fields);
        return copy;
    }

    /** Emits inputs without a row too, with nulls in the table's columns. */
    public LookupBolt outer() {
        check(missStream == null, "inputs without a row are emitted with nulls (outer) or to a stream: choose one");
        LookupBolt copy = copy();
        copy.outer = true;
        return copy;
    }

    @Override
    public void checkInputs(List<Input> inputs, Consumer<String> problems) {
        for (Input input : inputs) {
            input.mustHave("it looks up", Fields.of(field), problems);
            input.mustHave("it keeps", kept, problems);
            if (missFields != null) {
                input.mustHave("it emits inputs without a row with", missFields, problems);
            }
        }
    }

    @Override
    public void declareOutputs(OutputDeclarer declarer) {
        List<String> fields = new ArrayList<>(kept.names());
        fields.addAll(table.values().names());
        check(!fields.isEmpty(), "it emits nothing, as the table has no column beside its key: name fields by keeping");
        declarer.declare(fields.toArray(String[]::new));
        if (missStream != null) {
            declarer.declareStream(missStream, missFields.names().toArray(String[]::new));
        }
    }

    @Override
    public void prepare(TaskContext context, BoltCollector collector) {
        out = collector;
        misses = context.counter("lookup.misses");
        Counter failures = context.counter("lookup.failures");
        keyType = table.lines().types()[table.keyColumn()];
        columns = table.values().size();
        loaded = context.share(table.identity(), () -> LoadedTable.open(table, context.node(), context::nanoTime));
        listener = (error, first) -> {
            try {
                context.execute(() -> {
                    failures.increment();
                    if (first) {
                        out.reportError(error);
                    }
                });
                return true;
            } catch (RejectedExecutionException e) {
                return false;
            }
        };
        loaded.add(listener);
        context.gauge("lookup.rows", () -> loaded.rows().size());
        context.gauge("lookup.age.seconds", () -> loaded.ageSeconds());
    }

    @Override
    public void execute(Tuple input) {
        if (input.isTick()) {
            return;
        }
        Object key = keyType.key(field, input.get(field));
        Object[] row = key == null ? null : loaded.rows().get(key);
        if (row == null) {
            misses.increment();
        }
        if (row != null || outer) {
            out.emit(input, values(input, kept, row));
        } else if (missStream != null) {
            out.emitTo(missStream, List.of(input), values(input, missFields, new Object[0]));
        }
        out.ack(input);
    }

    private Object[] values(Tuple input, Fields fields, Object[] row) {
        int more = row == null ? columns : row.length;
        Object[] values = new Object[fields.size() + more];
        for (int i = 0; i < fields.size(); i++) {
            values[i] = input.get(fields.names().get(i));
        }
        if (row != null) {
            System.arraycopy(row, 0, values, fields.size(), more);
        }
        return values;
    }

    @Override
    public void close() {
        if (listener != null) {
            loaded.remove(listener);
        }
    }
}
