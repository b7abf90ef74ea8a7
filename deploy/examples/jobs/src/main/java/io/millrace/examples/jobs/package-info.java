// SPDX-License-Identifier: Apache-2.0
/** Jobs as they are written every day, a file each: lines of files in, results to files out. {@code millrace submit} runs their main methods. */
package io.millrace.examples.jobs;
