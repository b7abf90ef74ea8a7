/**
 * Which processor cores threads run on. All workers of a topology on a node have one core in common
 * ({@link io.millrace.runtime.cores.SharedCore}); who wants to run there, and when, the threads decide
 * ({@code io.millrace.runtime.executor}).
 */
package io.millrace.runtime.cores;
