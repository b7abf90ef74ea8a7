// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.snapshot;

/** One rule that is left out, and the damage that this does. */
enum ModelMutant {
    COMMIT_BEFORE_POINTER(
            "a sink commits when the pointer names the snapshot", ModelDamage.COMMIT_WITHOUT_POINTER, calm(1, 0, 0, 0)),
    TOLD_BEFORE_SET(
            "the commit is told when the compare-and-set has returned",
            ModelDamage.COMMIT_WITHOUT_POINTER,
            calm(1, 0, 0, 0)),
    VERSION_NOT_CHECKED(
            "the pointer is set only if its version is the one that was read last",
            ModelDamage.TWO_IN_GENERATION,
            zombies(0, 1, false)),
    GENERATION_NOT_CHECKED(
            "messages of other generations have no effect", ModelDamage.STARTED_EARLY, zombies(0, 1, false)),
    EPOCH_NOT_CHECKED(
            "a worker enters a generation only if it is the start that is meant",
            ModelDamage.TWO_IN_GENERATION,
            zombies(0, 1, true)),
    STARTED_WITHOUT_WAITING("no worker starts before all are ready", ModelDamage.STARTED_EARLY, deaths(0, 0)),
    RECOVER_NOT_CALLED("a sink recovers when its task is restored", ModelDamage.RECOVERED_WRONG, deaths(1, 1)),
    RECOVERED_REMOVING_ALL(
            "a sink removes only what earlier generations have prepared", ModelDamage.MISSING, zombies(1, 1, false)),
    ABORTED_DROPPED(
            "what was prepared for a snapshot that has failed becomes visible with the next one",
            ModelDamage.MISSING,
            calm(2, 0, 0, 1)),
    POINTER_BEFORE_MANIFEST("the pointer names what is durable", ModelDamage.NOT_DURABLE, calm(1, 0, 0, 0)),
    NOT_REPEATED("what was not answered is sent again", ModelDamage.STUCK, calm(1, 1, 0, 0)),
    REFUSED_IS_DEPOSED(
            "after a refusal the pointer is read, as a call before may have set it",
            ModelDamage.STUCK,
            calm(1, 0, 1, 0));

    final String rule;
    final ModelDamage damage;
    final ModelScenario scenario;

    ModelMutant(String rule, ModelDamage damage, ModelScenario scenario) {
        this.rule = rule;
        this.damage = damage;
        this.scenario = scenario;
    }

    private static ModelScenario calm(int snapshots, int losses, int unknowns, int timeouts) {
        return new ModelScenario(snapshots, 0, false, false, losses, unknowns, timeouts, 0);
    }

    private static ModelScenario deaths(int snapshots, int crashes) {
        return new ModelScenario(snapshots, crashes, false, false, 0, 0, 0, 0);
    }

    private static ModelScenario zombies(int snapshots, int crashes, boolean confused) {
        return new ModelScenario(snapshots, crashes, true, confused, 0, 0, 0, 0);
    }
}
