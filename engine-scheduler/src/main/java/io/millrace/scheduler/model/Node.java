// SPDX-License-Identifier: Apache-2.0
package io.millrace.scheduler.model;

/**
 * A machine that runs workers.
 *
 * @param capacity hard CPU limit, in the units of {@link Task#weight()}; {@link #UNLIMITED} if it is not known
 * @param slots worker processes that fit, 0 (drained) to {@value #MOST_SLOTS}
 * @param target this node's fair load
 * @param limit the most load that still counts as balanced; it already contains {@link Problem#balanceEps()}
 */
public record Node(String id, long capacity, int slots, String region, double target, long limit) {
    public static final long UNLIMITED = 1_000_000_000_000_000L;
    public static final int MOST_SLOTS = 10_000;

    public Node {
        Bounds.name("node", id);
        String owner = "node " + ErrorText.quote(id);
        Bounds.check(owner, "capacity", capacity, 0, UNLIMITED);
        Bounds.check(owner, "slots", slots, 0, MOST_SLOTS);
        Bounds.check(owner, "target", target, 0, UNLIMITED);
        Bounds.check(owner, "limit", limit, 0, UNLIMITED);
        if (region == null || region.isBlank()) {
            throw new InvalidProblemException(
                    owner + ": region is blank: name one, any name will do if there is only one");
        }
    }
}
