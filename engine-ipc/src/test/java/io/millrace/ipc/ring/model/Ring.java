// SPDX-License-Identifier: Apache-2.0
package io.millrace.ipc.ring.model;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * The content of memory, shared and private, packed into one state.
 *
 * <pre>
 *   tail             free             read                      positions: counts of cells, only growing
 *   announce [slot]  position         slotWord [slot]           FREE, or {producer, TAKEN or CLOSED}
 *   lap, owner, size, state [cell]    the descriptor: loaded, stored and compared as a whole
 *   count    [cell]  messages read of a batch
 *   content  [cell]  what is in the cell: {producer, record, copied} of its claim; NOTHING when free
 *   lock [process]   held: the kernel drops it when the process is gone
 *   link [producer]  there is a link by which its process can be probed
 * </pre>
 *
 * A descriptor describes the record at a position if its lap is that of the position, otherwise it is a leftover.
 */
final class Ring {
    static final int NONE = -1;

    // The states of a descriptor.
    static final int EMPTY = 0;
    static final int WRITING = 1;
    static final int READY = 2;
    static final int READ = 3;
    static final int FLUSH = 4;
    static final int ABANDONED = 5;

    // The states of a slot.
    static final int FREE = 0;
    private static final int TAKEN = 1;
    private static final int CLOSED = 2;

    static final int NOTHING = 0;

    final Scenario scenario;
    final Mutant mutant;
    final int cells;
    final int slots;
    final int producers;
    final boolean slotsAreReused;

    /** The plans of each producer. */
    final List<List<PlannedRecord>> plans = new ArrayList<>();

    final Field tail;
    final Field free;
    final Field read;
    final Field[] announce;
    final Field[] slotWord;
    final Field[] lock;
    final Field[] link;
    private final Field[] lap;
    private final Field[] owner;
    private final Field[] size;
    private final Field[] state;
    private final Field[] count;
    private final Field[] content;

    final ProducerFields[] producer;
    final ConsumerFields consumer;

    // Seen by the checker only. Per producer and record: committed. Per producer and message: the others.
    final Field[][] committed;
    final Field[][] delivered;

    /** The message whose handler ran when the consumer was killed. */
    final Field[][] inDoubt;

    /** A part of it was held by the consumer when that was killed. */
    final Field[][] forfeited;

    private final int mostRecords;
    private final int longs;

    Ring(Scenario scenario, Mutant mutant) {
        this.scenario = scenario;
        this.mutant = mutant;
        this.cells = scenario.cells();
        this.producers = scenario.plans().size();
        this.slots = scenario.slots();
        this.slotsAreReused = slots < producers;
        scenario.plans().forEach(plan -> plans.add(PlannedRecord.parse(plan)));
        this.mostRecords = plans.stream().mapToInt(List::size).max().orElseThrow();
        int end = lastPosition();
        Field.Packing bits = new Field.Packing();
        this.tail = bits.of(0, end);
        this.free = bits.of(0, end);
        this.read = bits.of(0, end);
        this.announce = bits.array(slots, NONE, end);
        this.slotWord = bits.array(slots, FREE, slotsAreReused ? CLOSED + 2 * producers : CLOSED + 2 * (slots - 1));
        this.lock = bits.array(producers, 0, 1);
        this.link = bits.array(producers, 0, 1);
        this.lap = bits.array(cells, 0, Math.min(scenario.laps() - 1, end / cells));
        this.owner = bits.array(cells, NONE, slots - 1);
        this.size = bits.array(cells, 0, cells);
        this.state = bits.array(cells, EMPTY, ABANDONED);
        this.count = bits.array(cells, 0, mostMessagesInABatch());
        this.content = bits.array(cells, NOTHING, 2 * producers * mostRecords);
        this.producer = new ProducerFields[producers];
        this.committed = new Field[producers][];
        this.delivered = new Field[producers][];
        this.inDoubt = new Field[producers][];
        this.forfeited = new Field[producers][];
        for (int p = 0; p < producers; p++) {
            List<PlannedRecord> plan = plans.get(p);
            PlannedRecord last = plan.get(plan.size() - 1);
            int messages = last.message() + last.messages();
            boolean fragments = plan.stream().anyMatch(record -> record.fragments() > 1);
            producer[p] = new ProducerFields(bits, this, plan, end);
            committed[p] = bits.array(plan.size(), 0, 1);
            delivered[p] = bits.array(messages, 0, 1);
            inDoubt[p] = bits.array(messages, 0, 1);
            forfeited[p] = bits.array(messages, 0, fragments ? 1 : 0);
        }
        this.consumer = new ConsumerFields(bits, this, end);
        this.longs = bits.longs();
    }

    /** There is padding once in a lap, and a record in every one. */
    private int lastPosition() {
        int[] sizes = plans.stream()
                .flatMap(List::stream)
                .mapToInt(PlannedRecord::cells)
                .toArray();
        int largest = Arrays.stream(sizes).max().orElseThrow();
        return Arrays.stream(sizes).sum() + sizes.length * (largest - 1);
    }

    private int mostMessagesInABatch() {
        int most = plans.stream()
                .flatMap(List::stream)
                .mapToInt(PlannedRecord::messages)
                .max()
                .orElseThrow();
        return most > 1 ? most : 0;
    }

    int longs() {
        return longs;
    }

    /** Whether a rule is left out. */
    boolean without(Mutant rule) {
        return mutant == rule;
    }

    int processOf(int producer) {
        return scenario.processes().get(producer);
    }

    static int taken(int producer) {
        return TAKEN + 2 * producer;
    }

    static int closed(int producer) {
        return CLOSED + 2 * producer;
    }

    static boolean isTaken(int slotWord) {
        return slotWord % 2 == TAKEN;
    }

    static int holder(int slotWord) {
        return (slotWord - TAKEN) / 2;
    }

    /** False only if it is proven that the owner of this slot writes no more. */
    boolean isAlive(long[] s, int slot) {
        int word = slotWord[slot].get(s);
        if (word == FREE || !isTaken(word) && !without(Mutant.CLOSED_LIVES)) {
            return false;
        }
        // A missing link proves nothing.
        return !link[holder(word)].is(s) || lock[processOf(holder(word))].is(s);
    }

    int cell(int position) {
        return position % cells;
    }

    int endOfLap(int position) {
        return position - cell(position) + cells;
    }

    private int lapOf(int position) {
        return position / cells % scenario.laps();
    }

    /** Whether the record that begins there is described. */
    boolean isDescribed(long[] s, int position) {
        int cell = cell(position);
        return state[cell].get(s) != EMPTY && (lap[cell].get(s) == lapOf(position) || without(Mutant.NO_LAP));
    }

    int state(long[] s, int position) {
        return state[cell(position)].get(s);
    }

    boolean isFinished(long[] s, int position) {
        return state(s, position) >= READ;
    }

    int owner(long[] s, int position) {
        return owner[cell(position)].get(s);
    }

    int end(long[] s, int position) {
        return position + size[cell(position)].get(s);
    }

    boolean isDescribed(long[] s, int position, int slot, int cellCount, int as) {
        return isDescribed(s, position)
                && owner(s, position) == slot
                && end(s, position) == position + cellCount
                && state(s, position) == as;
    }

    void describe(long[] s, int position, int slot, int cellCount, int as) {
        int cell = cell(position);
        lap[cell].set(s, lapOf(position));
        owner[cell].set(s, slot);
        size[cell].set(s, cellCount);
        state[cell].set(s, as);
    }

    void setState(long[] s, int position, int as) {
        state[cell(position)].set(s, as);
    }

    /** The first claim in between that is described, or the end. */
    int firstDescribed(long[] s, int position, int end) {
        for (int next = position + 1; next < end; next++) {
            if (isDescribed(s, next)) {
                return next;
            }
        }
        return end;
    }

    boolean hasLeftovers(long[] s, int from, int to) {
        for (int position = from; position < to; position++) {
            if (state(s, position) != EMPTY && !isDescribed(s, position)) {
                return true;
            }
        }
        return false;
    }

    void clearLeftovers(long[] s, int from, int to) {
        for (int position = from; position < to; position++) {
            if (!isDescribed(s, position)) {
                int cell = cell(position);
                lap[cell].set(s, 0);
                owner[cell].set(s, NONE);
                size[cell].set(s, 0);
                state[cell].set(s, EMPTY);
            }
        }
    }

    int count(long[] s, int position) {
        return count[cell(position)].get(s);
    }

    void setCount(long[] s, int position, int messages) {
        count[cell(position)].set(s, messages);
    }

    void forgetCounts(long[] s) {
        for (Field cell : count) {
            cell.set(s, 0);
        }
    }

    int content(long[] s, int position) {
        return content[cell(position)].get(s);
    }

    void fill(long[] s, int from, int to, int with) {
        for (int position = from; position < to; position++) {
            content[cell(position)].set(s, with);
        }
    }

    int claimed(int p, int record) {
        return 1 + 2 * (p * mostRecords + record);
    }

    int copied(int p, int record) {
        return claimed(p, record) + 1;
    }

    boolean isCopied(int content) {
        return content != NOTHING && content % 2 == 0;
    }

    int producerOf(int content) {
        return (content - 1) / 2 / mostRecords;
    }

    int recordOf(int content) {
        return (content - 1) / 2 % mostRecords;
    }

    PlannedRecord planned(int content) {
        return plans.get(producerOf(content)).get(recordOf(content));
    }
}
