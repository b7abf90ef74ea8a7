// SPDX-License-Identifier: Apache-2.0
package io.millrace.cluster.state;

import io.millrace.api.config.SecretSettings;

/**
 * The result of a process's check of the location.
 *
 * @param done whether it has written, sees, or has removed the object
 * @param problem the reason why it has not, in one line without secrets; empty if it has
 * @param late whether the location has not answered in time, so that the result is not known
 */
public record StateAnswer(boolean done, String problem, boolean late) {

    static final StateAnswer DONE = new StateAnswer(true, "", false);

    /** Removes secrets from the problem, which may name the location as an author has written it. */
    public StateAnswer {
        problem = SecretSettings.shownText(problem);
    }

    static StateAnswer not(String problem) {
        return new StateAnswer(false, problem, false);
    }

    static StateAnswer late(String problem) {
        return new StateAnswer(false, problem, true);
    }
}
