package io.millrace.runtime.engine;

/** Ends an engine's thread whose results nobody waits for. */
final class EngineStopped extends RuntimeException {

    private static final long serialVersionUID = 1L;

    EngineStopped() {
        super("the engine has been stopped", null, false, false);
    }
}
