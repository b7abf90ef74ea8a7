// SPDX-License-Identifier: Apache-2.0
/**
 * The files below {@code resources/} in the first jar or directory of a class path that has any, as a directory that
 * components read. The files of a jar are extracted at the first use. Any thread may call.
 */
package io.millrace.runtime.resources;
