// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.service;

/** The way from one task of a results bolt, in this process or another one. Any thread. */
public interface ResultsSource {

    void subscribe(ResultTarget target);

    /** Ends a subscription. The target may still be offered the tuple that the task has at this moment. */
    void unsubscribe(ResultTarget target);

    /** A target has room again. */
    void roomMade();
}
