package io.millrace.cluster.state;

/**
 * What a process has found at the place.
 *
 * @param done whether it has written, sees, or has removed the object
 * @param problem why it has not, in one line; empty if it has
 */
public record StateAnswer(boolean done, String problem) {

    static final StateAnswer DONE = new StateAnswer(true, "");

    static StateAnswer not(String problem) {
        return new StateAnswer(false, problem);
    }
}
