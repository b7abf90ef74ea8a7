// SPDX-License-Identifier: Apache-2.0
/**
 * The data plane of a service that feeds, asks or takes from a topology whose workers are other processes. Its one
 * thread takes what workers send; the service's threads send to workers by themselves, one at a time per executor.
 */
package io.millrace.runtime.client;
