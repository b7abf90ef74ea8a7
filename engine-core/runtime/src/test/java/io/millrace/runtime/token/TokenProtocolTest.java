// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.token;

import static io.millrace.runtime.token.TokenWorld.MILLI;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The whole protocol between {@link TokenHolder} and {@link TokenIssuer}. {@link TokenWorld} checks after each event
 * that no engine was promised twice.
 */
@Timeout(120)
class TokenProtocolTest {

    private static final int SEEDS = Boolean.getBoolean("millrace.long") ? 400 : 20;

    private static void emit(TokenWorld world, TokenWorld.Source source, int messages, long everyNanos) {
        for (int i = 0; i < messages; i++) {
            world.after(i * everyNanos, source::emit);
        }
    }

    private static void allDone(TokenWorld world, long emitted) {
        world.run(10_000 * MILLI);
        assertThat(world.processed + world.lost).as("messages that are done").isEqualTo(emitted);
        world.sources.forEach(source -> assertThat(source.waiting()).isZero());
    }

    @Test
    void eachMessageIsProcessedOnceWhateverTheOrderOfEvents() {
        for (long seed = 1; seed <= SEEDS; seed++) {
            TokenWorld world = new TokenWorld(seed, 3, false, 1, 2, 5);
            world.sources.forEach(source -> emit(world, source, 100, MILLI / 10));
            allDone(world, 300);
            assertThat(world.lost).isZero();
        }
    }

    @Test
    void aMessageThatComesTwiceOrLateGivesNoTokenTwice() {
        for (long seed = 1; seed <= SEEDS; seed++) {
            TokenWorld world = new TokenWorld(seed, 3, true, 1, 2, 5);
            world.sources.forEach(source -> emit(world, source, 100, MILLI / 10));
            allDone(world, 300);
        }
    }

    @Test
    void tokensOfABrokenConnectionAreGivenAgainAndNeverTwice() {
        for (long seed = 1; seed <= SEEDS; seed++) {
            TokenWorld world = new TokenWorld(seed, 2, true, 2, 3);
            world.sources.forEach(source -> emit(world, source, 200, MILLI / 10));
            for (int i = 0; i < 20; i++) {
                TokenWorld.Source source = world.sources.get(i % 2);
                TokenWorld.Target target = world.targets.get(i / 2 % 2);
                Runnable fault = world.random.nextBoolean()
                        ? () -> world.breakData(source, target)
                        : () -> world.breakGrants(source, target);
                world.after(world.random.nextLong(30 * MILLI), fault);
            }
            allDone(world, 400);
        }
    }

    @Test
    void aTokenThatWasLostOnItsWayComesAgain() {
        for (long seed = 1; seed <= SEEDS; seed++) {
            TokenWorld world = new TokenWorld(seed, 1, false, 1);
            emit(world, world.sources.get(0), 50, MILLI / 10);
            for (int i = 0; i < 20; i++) {
                world.after(
                        world.random.nextLong(30 * MILLI),
                        () -> world.breakGrants(world.sources.get(0), world.targets.get(0)));
            }
            allDone(world, 50);
            assertThat(world.lost).isZero();
        }
    }

    @Test
    void theTokenOfAMessageThatWasLostIsGivenAgain() {
        for (long seed = 1; seed <= SEEDS; seed++) {
            TokenWorld world = new TokenWorld(seed, 1, false, 1);
            emit(world, world.sources.get(0), 50, MILLI / 10);
            for (int i = 0; i < 20; i++) {
                world.after(
                        world.random.nextLong(30 * MILLI),
                        () -> world.breakData(world.sources.get(0), world.targets.get(0)));
            }
            allDone(world, 50);
        }
    }

    @Test
    void tokensThatAreHeldWhenTheirEpochEndsAreVoid() {
        for (long seed = 1; seed <= SEEDS; seed++) {
            TokenWorld world = new TokenWorld(seed, 3, true, 1, 2);
            for (int i = 0; i < 120; i++) {
                world.after(world.random.nextLong(80 * MILLI), world.sources.get(i % 3)::emit);
            }
            for (int i = 0; i < 30; i++) {
                TokenWorld.Source source = world.sources.get(i % 3);
                TokenWorld.Target target = world.targets.get(i % 2);
                world.after(world.random.nextLong(80 * MILLI), () -> world.breakData(source, target));
            }
            allDone(world, 120);
        }
    }

    @Test
    void aTargetThatLosesSightOfASourceMakesItBeginALaterEpoch() {
        for (long seed = 1; seed <= SEEDS; seed++) {
            TokenWorld world = new TokenWorld(seed, 2, false, 2, 3);
            world.sources.forEach(source -> emit(world, source, 200, MILLI / 10));
            for (int i = 0; i < 10; i++) {
                TokenWorld.Source source = world.sources.get(i % 2);
                TokenWorld.Target target = world.targets.get(i / 2 % 2);
                world.after(world.random.nextLong(30 * MILLI), () -> world.hide(source, target));
            }
            allDone(world, 400);
            assertThat(world.lost).isZero();
        }
    }

    @Test
    void tasksThatDieTakeNoTokenAlong() {
        for (long seed = 1; seed <= SEEDS; seed++) {
            TokenWorld world = new TokenWorld(seed, 3, true, 1, 4);
            world.sources.forEach(source -> emit(world, source, 200, MILLI / 10));
            for (int i = 0; i < 6; i++) {
                TokenWorld.Source source = world.sources.get(i % 3);
                TokenWorld.Target target = world.targets.get(i % 2);
                Runnable fault = world.random.nextBoolean() ? source::die : target::die;
                world.after(world.random.nextLong(30 * MILLI), fault);
            }
            allDone(world, 600);
        }
    }

    @Test
    void twoHundredEnginesOfOneTaskAreAllBusy() {
        TokenWorld world = new TokenWorld(1, 1, false, 200);
        world.delay(MILLI / 10);
        world.targets.get(0).service(100 * MILLI);
        world.run(MILLI);
        emit(world, world.sources.get(0), 400, 1000);
        world.run(MILLI);
        assertThat(world.sources.get(0).waiting()).isEqualTo(200);
        allDone(world, 400);
        assertThat(world.grants).as("tokens go together").isLessThan(500);
    }

    @Test
    void aSourceThatStopsLeavesItsTokensToTheOther() {
        for (long seed = 1; seed <= SEEDS; seed++) {
            TokenWorld world = new TokenWorld(seed, 2, true, 1, 3);
            world.delay(MILLI / 4);
            // The bound is a round trip and 10 ms; and half a round trip in which the task does not know of the queue
            // yet
            world.boundUnused(11);
            emit(world, world.sources.get(0), 50, MILLI / 10);
            emit(world, world.sources.get(1), 400, MILLI / 10);
            allDone(world, 450);
        }
    }

    @Test
    void tokensAheadArePromisedOnceToo() {
        for (long seed = 1; seed <= SEEDS; seed++) {
            TokenWorld world = new TokenWorld(seed, 2, true, 2, 3);
            world.ahead();
            world.sources.forEach(source -> emit(world, source, 200, MILLI / 10));
            for (int i = 0; i < 20; i++) {
                TokenWorld.Source source = world.sources.get(i % 2);
                TokenWorld.Target target = world.targets.get(i / 2 % 2);
                int engines = world.random.nextInt(1, 5);
                Runnable[] faults = {
                    () -> world.breakData(source, target),
                    () -> world.breakGrants(source, target),
                    () -> world.hide(source, target),
                    () -> target.engines(engines),
                    target::die
                };
                world.after(world.random.nextLong(30 * MILLI), faults[world.random.nextInt(faults.length)]);
            }
            allDone(world, 400);
        }
    }

    @Test
    void enginesThatMessagesOfOtherStreamsTakeAreNotPromised() {
        for (long seed = 1; seed <= SEEDS; seed++) {
            TokenWorld world = new TokenWorld(seed, 2, true, 1, 3);
            if (seed % 2 == 0) {
                world.ahead();
            }
            world.sources.forEach(source -> emit(world, source, 100, MILLI / 2));
            for (int i = 0; i < 100; i++) {
                world.after(world.random.nextLong(60 * MILLI), world.targets.get(i % 2)::other);
            }
            allDone(world, 200);
            assertThat(world.lost).isZero();
            assertThat(world.otherProcessed).isEqualTo(100);
        }
    }

    @Test
    void whatWaitsTakesItsTurnAmongMessagesOfOtherStreams() {
        for (long seed = 1; seed <= SEEDS; seed++) {
            TokenWorld world = new TokenWorld(seed, 1, false, 2);
            emit(world, world.sources.get(0), 10, 0);
            // The source emits thrice as many messages as the task can process
            for (int i = 0; i < 600; i++) {
                world.after(i * MILLI / 6, world.targets.get(0)::other);
            }
            world.run(200 * MILLI);
            assertThat(world.otherProcessed).as("others wait all the time").isLessThan(450);
            assertThat(world.processed).as("messages that had waited").isGreaterThan(2);
            allDone(world, 10);
        }
    }

    private static double millisFor(int messages, boolean ahead) {
        TokenWorld world = new TokenWorld(1, 1, false, 1);
        world.delay(MILLI);
        world.targets.get(0).service(4 * MILLI);
        if (ahead) {
            world.ahead();
        }
        emit(world, world.sources.get(0), messages, 0);
        while (world.processed < messages) {
            assertThat(world.step()).isTrue();
        }
        return (double) world.now / MILLI;
    }

    @Test
    void whatWaitsComesWhileTheEngineIsBusy() {
        assertThat(millisFor(100, false)).as("4 ms and a round trip for each").isBetween(570.0, 630.0);
        assertThat(millisFor(100, true)).isLessThan(470);
    }

    @Test
    void aTokenAheadThatFindsNothingWaitingComesBack() {
        int seen = 0;
        for (long seed = 1; seed <= SEEDS; seed++) {
            TokenWorld world = new TokenWorld(seed, 1, false, 1, 1, 2);
            world.ahead();
            TokenWorld.Source source = world.sources.get(0);
            for (int i = 0; i < 60; i++) {
                world.after(world.random.nextLong(40 * MILLI), source::emit);
            }
            while (world.processed < 60) {
                assertThat(world.step()).isTrue();
                for (TokenWorld.Target target : world.targets) {
                    seen += target.busy() > target.engines ? 1 : 0;
                    assertThat(source.waiting() > 0
                                    || source.held(target) == 0
                                    || target.busy() + source.held(target) <= target.engines)
                            .as(
                                    "nothing waits, and task %s has %s messages, and a token is out",
                                    target.task, target.busy())
                            .isTrue();
                }
            }
            allDone(world, 60);
        }
        assertThat(seen).as("messages came ahead").isPositive();
    }

    @Test
    void whereNothingWaitsNoTokenGoesToAnEngineThatIsBusy() {
        TokenWorld world = new TokenWorld(1, 1, false, 1);
        world.ahead();
        world.delay(MILLI / 10);
        world.targets.get(0).service(4 * MILLI);
        emit(world, world.sources.get(0), 10, MILLI);
        world.run(200 * MILLI);
        assertThat(world.processed).isEqualTo(10);
        long before = world.grants;
        emit(world, world.sources.get(0), 10, 20 * MILLI);
        allDone(world, 20);
        assertThat(world.grants - before).isEqualTo(10);
    }

    @Test
    void tokensGoWhereMostWaits() {
        TokenWorld world = new TokenWorld(1, 2, false, 1);
        world.delay(MILLI / 10);
        emit(world, world.sources.get(0), 10, 0);
        emit(world, world.sources.get(1), 100, 0);
        world.run(60 * MILLI);
        assertThat(world.sources.get(0).waiting()).isGreaterThan(5);
        assertThat(world.sources.get(1).waiting()).isLessThan(60);
        allDone(world, 110);
    }

    @Test
    void enginesThatComeAndGoAreNeverPromisedTwice() {
        for (long seed = 1; seed <= SEEDS; seed++) {
            TokenWorld world = new TokenWorld(seed, 2, false, 1, 8);
            world.sources.forEach(source -> emit(world, source, 200, MILLI / 10));
            for (int i = 0; i < 20; i++) {
                int engines = world.random.nextInt(1, 10);
                world.after(
                        world.random.nextLong(40 * MILLI),
                        () -> world.targets.get(1).engines(engines));
            }
            allDone(world, 400);
            assertThat(world.lost).isZero();
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 4, 50})
    void aMessageCostsAboutOneGrantAndFewQuestions(int tasks) {
        int[] engines = new int[tasks];
        Arrays.fill(engines, 1);
        TokenWorld world = new TokenWorld(1, 1, false, engines);
        emit(world, world.sources.get(0), 2_000, MILLI / 20);
        allDone(world, 2_000);
        assertThat(world.grants).isLessThan(2_000 + 2 * tasks);
        assertThat(world.asks).isLessThan(1_000 + 50L * tasks);
    }
}
