// SPDX-License-Identifier: Apache-2.0
/**
 * What goes into a scheduler and what comes out: the problem and its parts, the assignment, the options, the interface
 * of an algorithm, and the errors. It uses no other package of the module.
 */
package io.millrace.scheduler.model;
