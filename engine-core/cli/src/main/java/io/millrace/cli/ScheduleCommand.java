// SPDX-License-Identifier: Apache-2.0
package io.millrace.cli;

import io.millrace.cli.exit.CommandFailure;
import io.millrace.cli.exit.ExitCode;
import io.millrace.cli.schedule.AnswerDocument;
import io.millrace.cli.schedule.AssignmentText;
import io.millrace.scheduler.Algorithms;
import io.millrace.scheduler.explain.Explanation;
import io.millrace.scheduler.json.AssignmentJson;
import io.millrace.scheduler.json.ProblemJson;
import io.millrace.scheduler.model.InfeasibleProblemException;
import io.millrace.scheduler.model.InvalidProblemException;
import io.millrace.scheduler.model.Problem;
import io.millrace.scheduler.model.SchedulingAlgorithm;
import io.millrace.scheduler.model.SchedulingOptions;
import io.millrace.scheduler.model.SchedulingOptions.Quality;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Iterator;
import java.util.function.Function;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.ParentCommand;

@Command(
        name = "schedule",
        description = {
            "Solves a placement problem without a cluster: prints the place of each task, the cost, and the reasons.",
            "The problem is a tsched-1 document (examples/scheduler). With --json the answer is a tsched-answer-1"
                    + " document with an explanation in it, which --previous reads."
        })
final class ScheduleCommand implements Runnable {

    private static final String STANDARD_INPUT = "-";

    @ParentCommand
    private MillraceCommand millrace;

    @Parameters(paramLabel = "FILE|-", description = "The problem, or - for standard input.")
    private String file;

    @Option(
            names = "--algorithm",
            paramLabel = "NAME",
            defaultValue = Algorithms.DEFAULT,
            completionCandidates = AlgorithmNames.class,
            description = "One of ${COMPLETION-CANDIDATES} (default: ${DEFAULT-VALUE}).")
    private String algorithm;

    @Option(
            names = "--previous",
            paramLabel = "FILE|-",
            description = "The running assignment, instead of the problem's \"prev\".")
    private String previous;

    @Option(
            names = "--quality",
            defaultValue = "full",
            description = "Effort of the search: fast or full (default: ${DEFAULT-VALUE}).")
    private Quality quality;

    @Option(
            names = "--seed",
            paramLabel = "NUMBER",
            defaultValue = "0",
            description = "Seed for ties; equal seeds give equal answers (default: ${DEFAULT-VALUE}).")
    private long seed;

    static final class AlgorithmNames implements Iterable<String> {
        @Override
        public Iterator<String> iterator() {
            return Algorithms.names().iterator();
        }
    }

    @Override
    public void run() {
        try {
            Explanation explanation = schedule();
            millrace.print(AnswerDocument.of(explanation), AssignmentText.lines(explanation));
        } catch (InvalidProblemException e) {
            throw new CommandFailure(ExitCode.USAGE, e.getMessage(), e);
        } catch (InfeasibleProblemException e) {
            throw new CommandFailure(ExitCode.FAILED, nameOf(file) + ": " + e.getMessage(), e);
        }
    }

    private Explanation schedule() {
        SchedulingAlgorithm chosen = Algorithms.byName(algorithm);
        if (file.equals(STANDARD_INPUT) && STANDARD_INPUT.equals(previous)) {
            throw new CommandFailure(
                    ExitCode.USAGE,
                    "the problem and --previous cannot both come from standard input: give one of them as a file");
        }
        Problem problem = read(file, ProblemJson::read);
        if (previous != null) {
            problem = read(previous, withPrevious(problem));
        }
        return Explanation.schedule(
                chosen, problem, SchedulingOptions.ofSeed(seed).withQuality(quality));
    }

    private static Function<String, Problem> withPrevious(Problem problem) {
        return json -> problem.withPrevious(AssignmentJson.read(json));
    }

    /** Reads a file with a parser; errors in the text name the file. */
    private <T> T read(String name, Function<String, T> parse) {
        String text = text(name);
        try {
            return parse.apply(text);
        } catch (InvalidProblemException e) {
            throw new CommandFailure(ExitCode.USAGE, nameOf(name) + ": " + e.getMessage(), e);
        }
    }

    private String text(String name) {
        try {
            byte[] bytes = name.equals(STANDARD_INPUT)
                    ? millrace.terminal().in().readAllBytes()
                    : Files.readAllBytes(Path.of(name));
            return new String(bytes, StandardCharsets.UTF_8);
        } catch (NoSuchFileException | InvalidPathException e) {
            throw new CommandFailure(
                    ExitCode.NOT_FOUND,
                    "no file " + name + ": give the path of a JSON document, or - for standard input",
                    e);
        } catch (IOException e) {
            throw new CommandFailure(ExitCode.FAILED, nameOf(name) + " cannot be read: " + e.getMessage(), e);
        }
    }

    private static String nameOf(String name) {
        return name.equals(STANDARD_INPUT) ? "standard input" : name;
    }
}
