// SPDX-License-Identifier: Apache-2.0
/**
 * The transport over TCP: sockets, host names, congestion control, the event loops' threads. Any thread may call it. It
 * is the top layer and may use all other packages of this module.
 */
package io.millrace.transport.tcp;
