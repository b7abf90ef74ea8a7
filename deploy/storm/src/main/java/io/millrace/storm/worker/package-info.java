// SPDX-License-Identifier: Apache-2.0
/**
 * What the tasks of one worker share: the topology of Storm, its settings, and the objects that Storm keeps per
 * worker.
 */
package io.millrace.storm.worker;
