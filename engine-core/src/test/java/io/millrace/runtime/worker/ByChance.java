package io.millrace.runtime.worker;

/** What components throw at random; without a stack, as there are many. */
final class ByChance extends RuntimeException {

    private static final long serialVersionUID = 1L;

    ByChance() {
        super("by chance", null, false, false);
    }
}
