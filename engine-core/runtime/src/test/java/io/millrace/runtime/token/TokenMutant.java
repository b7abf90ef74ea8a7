// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.token;

import io.millrace.mutant.SourceChange;
import java.util.List;

/** An error in the real classes of the token protocol, and the test that must find it. */
enum TokenMutant {
    /** A source uses tokens of an epoch that is over, which the task gives again. */
    KEPT_OVER_AN_EPOCH(
            Tests.PROTOCOL,
            "tokensThatAreHeldWhenTheirEpochEndsAreVoid",
            Tests.PROMISED_TWICE,
            new SourceChange(Tests.HOLDER, "available -= target.held();\n", "\n"),
            new SourceChange(Tests.HOLDER, "target.granted = 0;\n", "target.granted = target.held();\n")),
    /** A task does not count a token that it gives, and gives it to the next one too. */
    GIVEN_TWICE(
            Tests.PROTOCOL,
            "eachMessageIsProcessedOnceWhateverTheOrderOfEvents",
            Tests.PROMISED_TWICE,
            new SourceChange(Tests.ISSUER, "            unused++;\n", "")),
    /** A source takes a grant that comes again for another one. */
    TAKEN_TWICE(
            Tests.PROTOCOL,
            "aMessageThatComesTwiceOrLateGivesNoTokenTwice",
            Tests.PROMISED_TWICE,
            new SourceChange(Tests.HOLDER, "available += grant.granted() - target.granted;", "available += 1;"),
            new SourceChange(Tests.HOLDER, "grant.granted() > target.granted", "grant.granted() > 0"),
            new SourceChange(Tests.HOLDER, "target.granted = grant.granted();", "target.granted++;")),
    /** A tuple is sent although others wait. */
    QUEUE_PASSED_BY(
            "runtime/token/task/TokenQueueTest",
            "tuplesLeaveInTheOrderInWhichTheyCame",
            "passed by",
            new SourceChange(
                    "runtime/token/task/TokenOutput", "waiting.isEmpty() && room.test(tuple)", "room.test(tuple)")),
    /** The waiting tuples are not taken from the head of the queue. */
    LAST_COMES_FIRST(
            "runtime/token/task/TokenQueueTest",
            "tuplesLeaveInTheOrderInWhichTheyCame",
            "passed by",
            new SourceChange("runtime/token/task/WaitingTuples", "oldest.removeFirst()", "oldest.removeLast()"),
            new SourceChange(
                    "runtime/token/task/WaitingTuples", "oldest.peekFirst().tuple()", "oldest.peekLast().tuple()")),
    /** A task still waits for messages by tokens of an epoch that is over. */
    NOT_GIVEN_AGAIN_IN_THE_NEXT_EPOCH(
            Tests.PROTOCOL,
            "theTokenOfAMessageThatWasLostIsGivenAgain",
            Tests.NOT_PROCESSED,
            new SourceChange(
                    Tests.ISSUER,
                    "            forgetTokens(source);\n            source.begin(ask.epoch());",
                    "            source.begin(ask.epoch());")),
    /** A task does not repeat a message that was lost with its connection. */
    LOST_ON_ITS_WAY(
            Tests.PROTOCOL,
            "aTokenThatWasLostOnItsWayComesAgain",
            Tests.NOT_PROCESSED,
            new SourceChange(
                    Tests.ISSUER,
                    "        if (source != null) {\n            source.tell = true;",
                    "        if (source != null) {")),
    /** Engines that have messages of other streams are promised. */
    OTHERS_NOT_COUNTED(
            Tests.PROTOCOL,
            "enginesThatMessagesOfOtherStreamsTakeAreNotPromised",
            Tests.PROMISED_TWICE,
            new SourceChange(Tests.ISSUER, "othersTakeEngines ? others : 0", "0")),
    /** Tuples that wait for tokens never come while messages of other streams wait. */
    OTHERS_ALWAYS_FIRST(
            Tests.PROTOCOL,
            "whatWaitsTakesItsTurnAmongMessagesOfOtherStreams",
            "messages that had waited",
            new SourceChange(Tests.ISSUER, "engines == 0 || others <= engines", "true")),
    /** A source returns a token that was recalled, and uses it. */
    RETURNED_AND_USED(
            Tests.PROTOCOL,
            "aSourceThatStopsLeavesItsTokensToTheOther",
            Tests.PROMISED_TWICE,
            new SourceChange(Tests.HOLDER, "        target.returned += back;\n        available -= back;\n", ""),
            new SourceChange(
                    Tests.HOLDER,
                    "target.returned,\n                        waiting",
                    "target.returned + back, waiting"));

    /** Names, which a constant of the enum itself cannot have when its values are made. */
    private static final class Tests {
        static final String PROTOCOL = "runtime/token/TokenProtocolTest";
        static final String HOLDER = "runtime/token/TokenHolder";
        static final String ISSUER = "runtime/token/TokenIssuer";
        static final String PROMISED_TWICE = "and has promised";
        static final String NOT_PROCESSED = "messages that are done";
    }

    final String tests;
    final String test;

    /** The finding of the test. */
    final String finding;

    final List<SourceChange> changes;

    TokenMutant(String tests, String test, String finding, SourceChange... changes) {
        this.tests = "io.millrace." + tests.replace('/', '.');
        this.test = test;
        this.finding = finding;
        this.changes = List.of(changes);
    }
}
