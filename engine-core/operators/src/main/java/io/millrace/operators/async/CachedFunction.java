// SPDX-License-Identifier: Apache-2.0
package io.millrace.operators.async;

import io.millrace.api.Counter;
import io.millrace.api.Fields;
import io.millrace.api.TaskContext;
import io.millrace.api.Tuple;
import io.millrace.api.config.Units;
import io.millrace.api.error.TopologyException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/**
 * Remembers the results of calls by a key, and removes the least recently used first. While a call for a key is in
 * flight, other inputs wait for its result. Confined to the task's thread, except for {@link Remembered#abandoned}.
 */
public final class CachedFunction<T> implements AsyncFunction<T> {

    private static final long serialVersionUID = 1L;

    private static final int MAX_SIZE = 1 << 24;
    private static final Duration MIN_AGE = Duration.ofMillis(1);
    private static final Duration MAX_AGE = Duration.ofDays(365);

    /** A call, whose result may have come. */
    private static final class Remembered<T> {
        private final CompletableFuture<T> result;
        private final long endNanos;

        /** Whether an input has waited for the call in vain. Written by any thread. */
        private volatile boolean abandoned;

        Remembered(CompletableFuture<T> result, long endNanos) {
            this.result = result;
            this.endNanos = endNanos;
        }

        boolean isGood(long now) {
            return !abandoned && !result.isCompletedExceptionally() && endNanos - now > 0;
        }

        /** Returns a separate stage for one input, which a time-out may cancel. */
        CompletableFuture<T> forOne() {
            CompletableFuture<T> own = result.copy();
            own.whenComplete((value, error) -> abandoned |= own.isCancelled());
            return own;
        }
    }

    private final AsyncFunction<T> function;
    private final int size;
    private final long ageNanos;
    private final Fields key;

    private transient Map<List<Object>, Remembered<T>> entries;
    private transient TaskContext context;
    private transient Counter hits;
    private transient Counter misses;

    public CachedFunction(AsyncFunction<T> function, int size, Duration age, Fields key) {
        check(function != null && age != null, "its function or the age is null: give both");
        check(size >= 1 && size <= MAX_SIZE, "it keeps " + size + " results: take 1 to " + MAX_SIZE);
        check(
                age.compareTo(MIN_AGE) >= 0 && age.compareTo(MAX_AGE) <= 0,
                "a result is used for " + Units.duration(age) + ": take " + Units.duration(MIN_AGE) + " to "
                        + Units.duration(MAX_AGE));
        check(key.size() > 0, "it has no key: name the fields of the input that the result depends on");
        this.function = function;
        this.size = size;
        this.ageNanos = age.toNanos();
        this.key = key;
    }

    private static void check(boolean holds, String mistake) {
        if (!holds) {
            throw new TopologyException("a cached function: " + mistake);
        }
    }

    @Override
    public void open(TaskContext task) {
        context = task;
        hits = task.counter("cache.hits");
        misses = task.counter("cache.misses");
        entries = new LinkedHashMap<>(16, 0.75f, true) {
            private static final long serialVersionUID = 1L;

            @Override
            protected boolean removeEldestEntry(Map.Entry<List<Object>, Remembered<T>> eldest) {
                return size() > size;
            }
        };
        function.open(task);
    }

    @Override
    public CompletionStage<T> call(Tuple input) {
        List<Object> values = new ArrayList<>(key.size());
        for (String field : key.names()) {
            values.add(input.get(field));
        }
        long now = context.nanoTime();
        Remembered<T> known = entries.get(values);
        if (known != null && known.isGood(now)) {
            hits.add(1);
            return known.forOne();
        }
        misses.add(1);
        CompletableFuture<T> result =
                function.call(input).<T>thenApply(value -> value).toCompletableFuture();
        Remembered<T> made = new Remembered<>(result, now + ageNanos);
        entries.put(values, made);
        return made.forOne();
    }

    @Override
    public void close() {
        function.close();
    }
}
