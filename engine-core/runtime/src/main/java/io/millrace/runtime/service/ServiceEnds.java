// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.service;

import java.util.List;

/** The ways to the tasks at which a service feeds, asks and takes. Any thread. */
public interface ServiceEnds {

    /** Returns the ways to a fed spout's tasks that are up. */
    List<? extends FeedTarget> feeds(String spout);

    /** Returns the ways from a results bolt's tasks that are up. */
    List<? extends ResultsSource> results(String bolt);
}
