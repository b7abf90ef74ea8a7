package io.millrace.examples.wordcount;

import io.millrace.api.Bolt;
import io.millrace.api.BoltCollector;
import io.millrace.api.Counter;
import io.millrace.api.OutputDeclarer;
import io.millrace.api.TaskContext;
import io.millrace.api.Tuple;
import io.millrace.api.config.Config;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Counts its share of the words. With a state directory each word of the input counts exactly once: a word is
 * acked after it was written to the journal, and one that comes again is known by its number. A process that dies loses
 * only what was not acked, which the spout repeats.
 */
final class CountBolt implements Bolt {

    private static final long serialVersionUID = 1L;
    private static final int MOST_HELD = 4_096;

    private transient BoltCollector out;
    private transient Counter words;
    private transient Counter firstCountedMillis;
    private transient Map<String, Long> counts;
    private transient Optional<Results> results;
    private transient boolean unwritten;
    private transient boolean busySinceTick;

    private transient Optional<Journal> journal;
    private transient Occurrences seen;
    private transient List<Tuple> held;

    @Override
    public void declareOutputs(OutputDeclarer outputs) {}

    @Override
    public void prepare(TaskContext context, BoltCollector collector) {
        out = collector;
        words = context.counter("words");
        firstCountedMillis = context.counter("firstCountedMillis");
        counts = new HashMap<>();
        seen = new Occurrences();
        held = new ArrayList<>();
        Config config = context.config();
        results = config.get(WordCount.OUTPUT).map(directory -> new Results(Path.of(directory), context.taskIndex()));
        journal = config.get(WordCount.STATE)
                .map(directory -> Path.of(directory).resolve("counts-" + context.taskIndex() + ".journal"))
                .map(file -> Journal.open(file, this::recover));
    }

    @Override
    public void execute(Tuple input) {
        if (input.isTick()) {
            tick();
            return;
        }
        busySinceTick = true;
        if (firstCountedMillis.get() == 0) {
            firstCountedMillis.set(System.currentTimeMillis());
        }
        String word = input.getString("word");
        if (journal.isEmpty()) {
            add(word);
            out.ack(input);
            return;
        }
        int spout = input.getInt("spout");
        long number = input.getLong("number");
        if (seen.add(spout, number)) {
            journal.get().append(spout, number, word);
            add(word);
        }
        held.add(input);
        if (held.size() >= MOST_HELD) {
            flush();
        }
    }

    @Override
    public void close() {
        if (journal == null) {
            return;
        }
        flush();
        writeResults();
        journal.ifPresent(Journal::close);
    }

    private void tick() {
        flush();
        if (!busySinceTick) {
            writeResults();
        }
        busySinceTick = false;
    }

    private void recover(int spout, long number, String word) {
        if (seen.add(spout, number)) {
            add(word);
        }
    }

    private void add(String word) {
        counts.merge(word, 1L, Long::sum);
        words.increment();
        unwritten = true;
    }

    /** Acks only after the journal holds the words; if that fails, they stay held and the next tick tries again. */
    private void flush() {
        try {
            journal.ifPresent(Journal::flush);
        } catch (UncheckedIOException e) {
            out.reportError(e);
            return;
        }
        held.forEach(out::ack);
        held.clear();
    }

    private void writeResults() {
        if (results.isEmpty() || !unwritten) {
            return;
        }
        try {
            results.get().write(counts);
            unwritten = false;
        } catch (IOException e) {
            throw new UncheckedIOException("cannot write the counts: " + e.getMessage(), e);
        }
    }
}
