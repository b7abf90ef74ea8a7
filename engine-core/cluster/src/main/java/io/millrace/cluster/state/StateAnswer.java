package io.millrace.cluster.state;

import io.millrace.api.config.SecretSettings;

/**
 * What a process has found at the place.
 *
 * @param done whether it has written, sees, or has removed the object
 * @param problem why it has not, in one line without secrets; empty if it has
 * @param late whether the place has not answered in time, so that nothing is known
 */
public record StateAnswer(boolean done, String problem, boolean late) {

    static final StateAnswer DONE = new StateAnswer(true, "", false);

    /** A problem may name the place as an author has written it. */
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
