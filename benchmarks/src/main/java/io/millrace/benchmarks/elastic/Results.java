// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmarks.elastic;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.OptionalLong;
import java.util.Set;

/** When results have come, and from which engines. Any thread. */
final class Results {

    private record Result(long at, String engine) {}

    private final List<Result> all = new ArrayList<>();

    /** A result has come; times do not go back. */
    synchronized void add(long at, String engine) {
        all.add(new Result(at, engine));
    }

    synchronized void clear() {
        all.clear();
    }

    synchronized int count() {
        return all.size();
    }

    /** Returns when the first result came of an engine that had given none before a time. */
    synchronized OptionalLong firstOfAnother(long begin) {
        Set<String> before = new HashSet<>();
        for (Result each : all) {
            if (each.at < begin) {
                before.add(each.engine);
            } else if (!before.contains(each.engine)) {
                return OptionalLong.of(each.at);
            }
        }
        return OptionalLong.empty();
    }

    /** Returns the longest time between two results, or between one and an end of this time. */
    synchronized long longestGap(long begin, long end) {
        long longest = 0;
        long last = begin;
        for (Result each : all) {
            if (each.at >= begin && each.at <= end) {
                longest = Math.max(longest, each.at - last);
                last = each.at;
            }
        }
        return Math.max(longest, end - last);
    }
}
