// SPDX-License-Identifier: Apache-2.0
package io.millrace.api;

/**
 * A basic bolt with state. A counter by word:
 *
 * <pre>{@code
 * final class Count implements StatefulBolt {
 *
 *     private static final StateSpec<ValueState<Long>> COUNT = StateSpec.value("count", Long.class);
 *
 *     private transient ValueState<Long> count;
 *
 *     public List<StateSpec<?>> states() {
 *         return List.of(COUNT);
 *     }
 *
 *     public void prepare(TaskContext context) {
 *         count = context.state(COUNT);
 *     }
 *
 *     public void execute(Tuple input, Emitter out) {
 *         count.set(count.getOr(0L) + 1);
 *     }
 * }
 * }</pre>
 */
public interface StatefulBolt extends BasicBolt, Stateful {}
