/**
 * What is known of the channels between sites: what their ends report, how both ends become one view, and what else a channel could be set
 * to. Nothing here runs where tuples pass.
 */
package io.millrace.runtime.geo;
