// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.engine;

/** Takes the tuples that an engine emits for the message that it processes. Called by the engine's thread. */
interface Emissions {

    /**
     * Takes a tuple. May wait until earlier ones have been emitted.
     *
     * @throws EngineStopped if no task waits for results of this engine any more
     */
    void emit(Emission emission);

    /** The engine is alive: its time for the message begins again. */
    void alive();
}
