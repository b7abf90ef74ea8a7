// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmarks.machine;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;
import java.util.regex.Pattern;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.UnmatchedArgumentException;

/**
 * The options of a benchmark's command line, which are those that its usage names: {@code --name}, {@code --name=value},
 * or {@code --name[=value]} if the value may be left out. Picocli reads them. What is wrong with them is said in one
 * line, before anything is measured.
 */
public final class Options {

    /** What is wrong with a command line. */
    public static final class Mistake extends IllegalArgumentException {

        private static final long serialVersionUID = 1L;

        public Mistake(String message) {
            super(message);
        }
    }

    /** What a benchmark does with its options. */
    public interface Benchmark {
        void run(Options options) throws IOException, InterruptedException;
    }

    private static final Pattern OPTION = Pattern.compile("--([a-z-]+)((\\[?)=([^\\[\\]]+))?");
    private static final String HELP = "--help";

    private final ParseResult given;

    /**
     * @param usage the options that there are, each with a word for its value
     * @throws Mistake if something is none of them, or given twice
     */
    public Options(String usage, String... arguments) {
        try {
            given = new CommandLine(spec(usage)).setExpandAtFiles(false).parseArgs(arguments);
        } catch (UnmatchedArgumentException e) {
            throw new Mistake("unknown: " + String.join(" ", e.getUnmatched()) + "; use " + usage);
        } catch (ParameterException e) {
            throw new Mistake(e.getMessage());
        }
    }

    private static CommandSpec spec(String usage) {
        CommandSpec spec =
                CommandSpec.create().addOption(flag(HELP).usageHelp(true).build());
        OPTION.matcher(usage).results().forEach(option -> {
            String name = "--" + option.group(1);
            boolean mayLackValue = "[".equals(option.group(3));
            spec.addOption(
                    option.group(2) == null
                            ? flag(name).build()
                            : OptionSpec.builder(name)
                                    .type(String.class)
                                    .arity(mayLackValue ? "0..1" : "1")
                                    .fallbackValue("")
                                    .paramLabel(option.group(4))
                                    .build());
        });
        return spec;
    }

    private static OptionSpec.Builder flag(String name) {
        return OptionSpec.builder(name).type(boolean.class).arity("0");
    }

    /** Runs a benchmark as a process: ends it with 2 after a wrong command line, with 1 after an error in one line. */
    public static void run(String usage, String[] arguments, Benchmark benchmark) {
        Locale.setDefault(Locale.ROOT);
        try {
            Options options = new Options(usage, arguments);
            if (options.given.isUsageHelpRequested()) {
                System.out.println(usage);
            } else {
                benchmark.run(options);
            }
        } catch (Mistake e) {
            System.err.println(e.getMessage());
            System.exit(2);
        } catch (IOException e) {
            System.err.println(e.getMessage());
            System.exit(1);
        } catch (InterruptedException e) {
            System.err.println("interrupted");
            System.exit(1);
        }
    }

    /** The value of an option, without the dashes, or what it is if it is not given. */
    public String take(String name, String otherwise) {
        return given.matchedOptionValue("--" + name, otherwise);
    }

    /** A whole number of {@code least} or more. */
    public int take(String name, int otherwise, int least) {
        return (int) take(name, (long) otherwise, least, Integer.MAX_VALUE);
    }

    /** A whole number within these bounds. */
    public long take(String name, long otherwise, long least, long most) {
        String text = take(name, Long.toString(otherwise));
        try {
            long value = Long.parseLong(text);
            if (value >= least && value <= most) {
                return value;
            }
        } catch (NumberFormatException e) {
            // Said below
        }
        throw new Mistake("--" + name + "=" + text + ": give a whole number of " + least + " or more"
                + (most < Integer.MAX_VALUE ? ", up to " + most : ""));
    }

    /** A number of {@code least} or more. */
    public double take(String name, double otherwise, double least) {
        return number("--" + name, take(name, Double.toString(otherwise)), least);
    }

    /** Numbers of {@code least} or more, separated by commas. */
    public List<Double> takeNumbers(String name, String otherwise, double least) {
        return takeList(name, otherwise, text -> number("--" + name, text, least));
    }

    private static double number(String option, String text, double least) {
        try {
            double value = Double.parseDouble(text);
            if (value >= least && value < Double.POSITIVE_INFINITY) {
                return value;
            }
        } catch (NumberFormatException e) {
            // Said below
        }
        throw new Mistake(option + "=" + text + ": give a number of " + least + " or more");
    }

    /** Where something is written. */
    public Path takePath(String name, String otherwise) {
        String text = take(name, otherwise);
        if (text.isBlank()) {
            throw new Mistake("--" + name + "=" + text + ": name a file");
        }
        return Path.of(text);
    }

    /** Whether an option without a value is given. */
    public boolean takeFlag(String name) {
        return given.hasMatchedOption("--" + name);
    }

    /** Whether there is such an option. */
    public boolean has(String name) {
        return given.commandSpec().findOption("--" + name) != null;
    }

    /** Some of the known names, separated by commas. */
    public List<String> takeNames(String name, String otherwise, List<String> known) {
        return takeList(name, otherwise, text -> known("--" + name, text, known, "some of "));
    }

    /** One of the known names. */
    public String takeName(String name, String otherwise, List<String> known) {
        return known("--" + name, take(name, otherwise), known, "one of ");
    }

    private static String known(String option, String text, List<String> known, String howMany) {
        if (known.contains(text)) {
            return text;
        }
        throw new Mistake(
                option + "=" + text + ": there is no '" + text + "': give " + howMany + String.join(",", known));
    }

    /** A value of several, separated by commas. */
    public <T> List<T> takeList(String name, String otherwise, Function<String, T> read) {
        List<T> all = new ArrayList<>();
        for (String text : take(name, otherwise).split(",", -1)) {
            all.add(read.apply(text));
        }
        return all;
    }

    /** Makes sure that some are left of those that an option has chosen by a part of their names. */
    public static <T> List<T> chosen(List<T> some, String option, String part) {
        if (some.isEmpty()) {
            throw new Mistake("--" + option + "=" + part + ": none has that in its name");
        }
        return some;
    }
}
