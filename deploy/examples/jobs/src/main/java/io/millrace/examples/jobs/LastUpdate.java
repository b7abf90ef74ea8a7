// SPDX-License-Identifier: Apache-2.0
package io.millrace.examples.jobs;

import io.millrace.api.Tuple;
import io.millrace.operators.aggregate.Aggregate;

/** When a tuple came last, in milliseconds since 1970: less the end of its window, it says how late the window was complete. */
final class LastUpdate implements Aggregate<Long> {

    private static final long serialVersionUID = 1L;

    @Override
    public Long init() {
        return 0L;
    }

    @Override
    public Long add(Long accumulator, Tuple input) {
        return Math.max(accumulator, System.currentTimeMillis());
    }

    @Override
    public Long merge(Long first, Long second) {
        return Math.max(first, second);
    }

    @Override
    public Object result(Long accumulator) {
        return accumulator;
    }
}
