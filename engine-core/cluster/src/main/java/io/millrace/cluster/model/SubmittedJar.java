// SPDX-License-Identifier: Apache-2.0
package io.millrace.cluster.model;

import io.millrace.cluster.model.ClusterException.Reason;

/**
 * One jar of a topology.
 *
 * @param name the file's name at the submitter, for people only; no file of the cluster has it
 * @param digest SHA-256 of its content
 */
public record SubmittedJar(String name, String digest) {

    private static final int LONGEST_NAME = 255;

    /** Returns the jar if its digest is valid, and its name can be shown. */
    public SubmittedJar checked() {
        Digest.checked(digest);
        if (name == null
                || name.isEmpty()
                || name.length() > LONGEST_NAME
                || name.chars().anyMatch(Character::isISOControl)) {
            throw new ClusterException(
                    Reason.REFUSED,
                    "the name of the jar with SHA-256 " + digest + " is not 1 to " + LONGEST_NAME
                            + " printable characters: rename the file");
        }
        return this;
    }
}
