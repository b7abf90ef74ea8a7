// SPDX-License-Identifier: Apache-2.0
/**
 * Engines, which process the messages of a component, see {@link io.millrace.api.Engines}.
 * {@link io.millrace.runtime.engine.EnginePool} belongs to the task's thread. Each engine has an
 * {@link io.millrace.runtime.engine.EngineThread}, which may block: it starts the engine, hands it one message at a
 * time, and posts the results as commands of the task. One {@link io.millrace.runtime.engine.EngineWatch} per task
 * kills engines that take too long or too much memory. {@link io.millrace.runtime.engine.EngineMain} is the other side,
 * in a JVM of its own.
 */
package io.millrace.runtime.engine;
