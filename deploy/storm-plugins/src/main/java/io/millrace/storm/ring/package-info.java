// SPDX-License-Identifier: Apache-2.0
/**
 * Messages between Storm's workers of one node through rings in shared memory. Each worker reads one ring, to which all
 * workers of its topology on its node write. Storm's Netty connection stays beside it: it carries load and
 * back-pressure to the senders, and its state says whether the receiver lives.
 */
package io.millrace.storm.ring;
