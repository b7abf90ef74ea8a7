// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.codec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.File;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.net.URI;
import java.net.URL;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.sql.Time;
import java.sql.Timestamp;
import java.time.DayOfWeek;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.Month;
import java.time.MonthDay;
import java.time.OffsetDateTime;
import java.time.OffsetTime;
import java.time.Period;
import java.time.Year;
import java.time.YearMonth;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Calendar;
import java.util.Collection;
import java.util.Collections;
import java.util.Comparator;
import java.util.Currency;
import java.util.Date;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.GregorianCalendar;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Hashtable;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.LinkedList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.PriorityQueue;
import java.util.Properties;
import java.util.Random;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.Stack;
import java.util.StringJoiner;
import java.util.TimeZone;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.UUID;
import java.util.Vector;
import java.util.WeakHashMap;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedDeque;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.ConcurrentSkipListSet;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CopyOnWriteArraySet;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.atomic.LongAdder;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** Each value of Java that can be registered arrives as what it was, and each other value is refused by its name. */
class JavaValuesTest {

    private static final List<Comparator<String>> ORDERS = List.of(
            Comparator.naturalOrder(),
            Comparator.reverseOrder(),
            String.CASE_INSENSITIVE_ORDER,
            String.CASE_INSENSITIVE_ORDER.reversed(),
            new ByLength());

    /** A comparator of the author's. */
    record ByLength() implements Comparator<String> {

        @Override
        public int compare(String one, String other) {
            return one.length() != other.length() ? one.length() - other.length() : one.compareTo(other);
        }
    }

    enum Side {
        BUY,
        SELL
    }

    private static Class<?> registered(Object value) {
        return RegisteredClasses.parse(value.getClass().getTypeName(), JavaValuesTest.class.getClassLoader())
                .get(0);
    }

    private static Object roundTrip(Object value, Class<?>... classes) {
        List<Class<?>> all = new ArrayList<>(List.of(classes));
        Object[] values = {value};
        ValuesCodec codec = new ValuesCodec(all);
        ByteBuffer buffer = ByteBuffer.allocate(codec.sizeOf(values));
        int end = codec.write(buffer, 0, values);
        return new ValuesCodec(all).read(buffer, 0, end)[0];
    }

    private static Object registeredRoundTrip(Object value) {
        Object read = roundTrip(value, registered(value));
        assertThat(read).hasSameClassAs(value);
        return read;
    }

    @Test
    void valuesArriveWithAllOfTheirParts() throws Exception {
        Timestamp timestamp = Timestamp.from(Instant.parse("1969-12-31T23:59:59.123456789Z"));
        GregorianCalendar calendar = new GregorianCalendar(TimeZone.getTimeZone("Asia/Tokyo"), Locale.GERMANY);
        calendar.setLenient(false);
        calendar.setTimeInMillis(-123456789);
        List<Object> values = new ArrayList<>(List.of(
                timestamp,
                new Timestamp(Long.MIN_VALUE / 4),
                new java.sql.Date(-1),
                new Time(3_600_001),
                new Date(-5),
                calendar,
                TimeZone.getTimeZone("Europe/Berlin"),
                Instant.MIN,
                Instant.parse("2026-10-25T01:30:00.000000001Z"),
                Duration.ofSeconds(-1, 999_999_999),
                LocalDate.MIN,
                LocalTime.of(1, 2, 3, 4),
                LocalTime.of(1, 2),
                LocalDateTime.MAX,
                OffsetTime.of(23, 59, 59, 1, ZoneOffset.ofHoursMinutesSeconds(5, 30, 15)),
                OffsetDateTime.MIN,
                ZonedDateTime.ofLocal(
                        LocalDateTime.of(2026, 10, 25, 2, 30), ZoneId.of("Europe/Berlin"), ZoneOffset.ofHours(1)),
                ZonedDateTime.ofLocal(
                        LocalDateTime.of(2026, 10, 25, 2, 30), ZoneId.of("Europe/Berlin"), ZoneOffset.ofHours(2)),
                ZoneId.of("Europe/Berlin"),
                ZoneOffset.MAX,
                Year.of(-4),
                YearMonth.of(2026, 2),
                MonthDay.of(2, 29),
                Period.of(-1, 13, 40),
                DayOfWeek.SUNDAY,
                Month.MAY,
                TimeUnit.DAYS,
                new BigDecimal("1.50"),
                new BigDecimal("-1E+9"),
                BigDecimal.ZERO.setScale(5),
                BigDecimal.TEN,
                BigInteger.TWO.pow(200).negate(),
                Locale.ROOT,
                Locale.CHINA,
                Locale.forLanguageTag("zh-Hant-TW"),
                Locale.forLanguageTag("th-TH-u-ca-buddhist-nu-thai"),
                new Locale("ja", "JP", "JP"),
                new Locale("no", "NO", "NY"),
                new Locale("de", "DE", "old variant"),
                Currency.getInstance("XTS"),
                URI.create("a:b%20c?d#e"),
                new URL("http://user@127.0.0.1:81/p?q#r"),
                new UUID(-1, 1),
                BitSet.valueOf(new long[] {1, 0, -1}),
                new BitSet(),
                Optional.of("x"),
                Optional.empty(),
                OptionalInt.of(3),
                OptionalLong.empty(),
                OptionalDouble.of(-0.0),
                StandardCharsets.UTF_16LE));
        for (Object value : values) {
            assertThat(registeredRoundTrip(value)).isEqualTo(value);
        }
        assertThat(registeredRoundTrip(timestamp)).asString().endsWith(".123456789");
        assertThat(((Calendar) registeredRoundTrip(calendar)).isLenient()).isFalse();
        Pattern pattern = (Pattern) registeredRoundTrip(Pattern.compile("a.b", Pattern.DOTALL | Pattern.COMMENTS));
        assertThat(pattern.pattern() + pattern.flags()).isEqualTo("a.b" + (Pattern.DOTALL | Pattern.COMMENTS));
        for (Object text : new Object[] {
            new StringBuilder("ab"),
            new StringBuffer("c"),
            new AtomicLong(-7),
            new AtomicInteger(7),
            new AtomicBoolean(true)
        }) {
            assertThat(registeredRoundTrip(text)).hasToString(text.toString());
        }
        assertThat(((AtomicReference<?>) registeredRoundTrip(new AtomicReference<>("x"))).get())
                .isEqualTo("x");
        for (Object array : new Object[] {
            new int[] {1},
            new long[][] {{1}, {}},
            new double[] {-0.0, Double.NaN},
            new char[] {'x'},
            new boolean[] {true},
            new short[] {-1},
            new float[] {1},
            new String[] {"a", null},
            new Integer[] {1, null},
            new Object[] {"a", 1}
        }) {
            Class<?> element = array.getClass().getComponentType();
            Object read = element.isArray() ? roundTrip(array, array.getClass(), element) : registeredRoundTrip(array);
            assertThat(Arrays.deepEquals(new Object[] {read}, new Object[] {array}))
                    .as("%s", array.getClass().getTypeName())
                    .isTrue();
        }
    }

    @Test
    void collectionsArriveAsTheyWere() {
        List<String> elements = List.of("pear", "fig", "apple");
        for (Collection<String> each : List.of(
                new ArrayList<String>(),
                new LinkedList<String>(),
                new Vector<String>(),
                new Stack<String>(),
                new CopyOnWriteArrayList<String>(),
                new HashSet<String>(),
                new LinkedHashSet<String>(),
                new CopyOnWriteArraySet<String>())) {
            assertThat(registeredRoundTrip(each)).isEqualTo(each);
            each.addAll(elements);
            assertThat(registeredRoundTrip(each)).isEqualTo(each);
            assertThat(((Collection<?>) registeredRoundTrip(each)).toArray()).containsExactly(each.toArray());
        }
        for (Collection<String> each : List.of(
                new ArrayDeque<String>(), new ConcurrentLinkedQueue<String>(), new ConcurrentLinkedDeque<String>())) {
            each.addAll(elements);
            assertThat(((Collection<?>) registeredRoundTrip(each)).toArray()).containsExactly(each.toArray());
        }
        for (Map<String, Integer> each : List.of(
                new HashMap<String, Integer>(),
                new LinkedHashMap<String, Integer>(),
                new Hashtable<String, Integer>(),
                new ConcurrentHashMap<String, Integer>())) {
            elements.forEach(element -> each.put(element, element.length()));
            assertThat(registeredRoundTrip(each)).isEqualTo(each).hasToString(each.toString());
        }
    }

    @Test
    @SuppressWarnings("unchecked")
    void sortedCollectionsKeepTheirOrder() {
        for (Comparator<String> order : ORDERS) {
            for (Collection<String> each :
                    List.of(new TreeSet<>(order), new ConcurrentSkipListSet<>(order), new PriorityQueue<>(order))) {
                for (List<String> elements : List.of(List.<String>of(), List.of("pear", "Fig", "apple", "plum"))) {
                    each.addAll(elements);
                    Collection<String> read = (Collection<String>) roundTrip(each, registered(each), ByLength.class);
                    assertThat(read).hasSameClassAs(each).containsExactlyElementsOf(each);
                    read.addAll(List.of("FIG", "lime"));
                    each.addAll(List.of("FIG", "lime"));
                    assertThat(read).containsExactlyElementsOf(each);
                    each.clear();
                }
            }
            for (Map<String, Integer> each :
                    List.of(new TreeMap<String, Integer>(order), new ConcurrentSkipListMap<String, Integer>(order))) {
                Map<String, Integer> empty = (Map<String, Integer>) roundTrip(each, registered(each), ByLength.class);
                each.putAll(Map.of("pear", 1, "Fig", 2, "apple", 3));
                Map<String, Integer> read = (Map<String, Integer>) roundTrip(each, registered(each), ByLength.class);
                assertThat(read).hasSameClassAs(each).hasToString(each.toString());
                empty.putAll(each);
                assertThat(empty).hasToString(each.toString());
                // The value is tried as a component of a record too
                for (Object holding : new Object[] {new Trees((SortedMap<String, Integer>) each), new Any(each)}) {
                    assertThat(roundTrip(holding, holding.getClass(), ByLength.class))
                            .hasToString(holding.toString());
                }
            }
        }
        Comparator<String> lambda = (one, other) -> other.compareTo(one);
        assertThatThrownBy(() -> roundTrip(new TreeMap<>(lambda), TreeMap.class))
                .isInstanceOf(CodecException.class)
                .hasMessageContaining(
                        "a java.util.TreeMap is ordered by a " + getClass().getName())
                .hasMessageContaining(
                        "order it by a named class of the topology, and add that to topology.serialization.classes")
                .hasMessageNotContaining("\n");
    }

    record Trees(SortedMap<String, Integer> content) {}

    record Any(Object content) {}

    record Lists(List<String> content) {}

    record Collected(Collection<String> content) {}

    record Sets(Set<String> content) {}

    record SortedSets(SortedSet<String> content) {}

    record Maps(Map<String, Integer> content) {}

    record Sides(EnumSet<Side> sides, Set<Side> more, Map<Side, Integer> counts) {}

    static final class Plain {
        List<String> list;
        Map<String, Integer> map;
    }

    private static void arrives(Object holding) {
        Object read = roundTrip(holding, holding.getClass());
        assertThat(read).isEqualTo(holding).hasToString(holding.toString());
    }

    @Test
    void whatIsLegalInATupleIsLegalInARecord() {
        List<String> list = List.of("a", "b", "c");
        for (List<String> each : List.of(
                Collections.<String>emptyList(),
                Collections.singletonList("x"),
                Collections.nCopies(3, "x"),
                Arrays.asList("x", null),
                list,
                list.subList(1, 2),
                List.copyOf(list),
                new ArrayList<>(list).subList(0, 2),
                new LinkedList<>(list),
                new Vector<>(list),
                Collections.unmodifiableList(new ArrayList<>(list)),
                Collections.synchronizedList(new ArrayList<>(list)),
                Collections.checkedList(new ArrayList<>(list), String.class),
                list.stream().toList())) {
            arrives(new Lists(each));
            arrives(new Collected(each));
            arrives(new Any(each));
            Any within = new Any(new Lists(each));
            assertThat(roundTrip(within, Any.class, Lists.class)).isEqualTo(within);
        }
        for (Set<String> each : List.of(
                Collections.<String>emptySet(),
                Collections.singleton("x"),
                Set.of("x"),
                Set.copyOf(list),
                Map.of("x", 1).keySet(),
                new TreeSet<>(list).descendingSet(),
                ConcurrentHashMap.<String>newKeySet(),
                new ConcurrentHashMap<>(Map.of("x", 1)).keySet(),
                Collections.unmodifiableSet(new HashSet<>(list)),
                Collections.unmodifiableSortedSet(new TreeSet<>(list)))) {
            assertThat(((Sets) roundTrip(new Sets(each), Sets.class, Any.class)).content())
                    .isEqualTo(each);
        }
        arrives(new SortedSets(Collections.unmodifiableSortedSet(new TreeSet<>(list).descendingSet())));
        arrives(new SortedSets(Collections.emptySortedSet()));
        SortedMap<String, Integer> sorted = new TreeMap<>(Comparator.<String>reverseOrder());
        sorted.putAll(Map.of("a", 1, "b", 2, "c", 3));
        arrives(new Trees(sorted.tailMap("b")));
        arrives(new Trees(Collections.unmodifiableSortedMap(sorted)));
        for (Map<String, Integer> each : List.of(
                Collections.<String, Integer>emptyMap(),
                Collections.singletonMap("x", 1),
                Map.of("x", 1),
                Collections.unmodifiableMap(new HashMap<>(sorted)),
                Collections.synchronizedMap(new LinkedHashMap<>(sorted)),
                new Hashtable<>(sorted))) {
            assertThat(((Maps) roundTrip(new Maps(each), Maps.class)).content()).isEqualTo(each);
        }
        Plain plain = new Plain();
        plain.list = Arrays.asList("a", "b");
        plain.map = Collections.emptyMap();
        assertThat(roundTrip(plain, Plain.class)).usingRecursiveComparison().isEqualTo(plain);
        EnumMap<Side, Integer> counts = new EnumMap<>(Map.of(Side.SELL, 1));
        for (EnumSet<Side> sides : List.of(EnumSet.noneOf(Side.class), EnumSet.allOf(Side.class))) {
            arrives(new Sides(sides, EnumSet.of(Side.SELL), counts));
        }
    }

    record Linked(LinkedList<String> content) {}

    record Deques(java.util.Deque<String> content) {}

    /** The read-only form could not be assigned to the declared class. */
    @Test
    void aClassThatIsDeclaredIsNotReplaced() {
        arrives(new Linked(new LinkedList<>(List.of("a"))));
        Deques deques = new Deques(new LinkedList<>(List.of("a")));
        assertThatThrownBy(() -> roundTrip(deques, Deques.class))
                .hasMessageContaining("add java.util.LinkedList to topology.serialization.classes");
        assertThat(roundTrip(deques, Deques.class, LinkedList.class)).isEqualTo(deques);
    }

    static final class Named extends ArrayList<String> {
        private static final long serialVersionUID = 1L;
        String name;
    }

    /** The list's name would be lost in a read-only list of its elements. */
    @Test
    void aListWithFieldsOfItsOwnIsNotReplacedByItsElements() {
        Named named = new Named();
        named.add("a");

        assertThatThrownBy(() -> roundTrip(new Lists(named), Lists.class)).hasMessageContaining(Named.class.getName());
    }

    static final class Failure extends RuntimeException {
        private static final long serialVersionUID = 1L;
    }

    @Test
    void whatWouldNotArriveWholeIsRefusedByItsName() {
        for (Object value : new Object[] {
            new EnumMap<Side, String>(Side.class),
            new IdentityHashMap<>(),
            new WeakHashMap<>(),
            new Properties(),
            new ArrayBlockingQueue<>(1),
            new LinkedBlockingQueue<>(1),
            Collections.unmodifiableList(new ArrayList<>()),
            Arrays.asList("x"),
            new LongAdder(),
            new Random(),
            new StringJoiner(","),
            new File("x"),
            new Object() {
                @Override
                public String toString() {
                    return "of " + JavaValuesTest.this;
                }
            },
            new Named(),
            new Failure()
        }) {
            assertThatThrownBy(() -> registered(value))
                    .as("%s", value.getClass())
                    .hasMessageStartingWith("topology.serialization.classes names "
                            + value.getClass().getTypeName() + ", which ")
                    .hasMessageNotContaining("\n");
        }
        for (Map<String, Integer> each :
                List.of(new IdentityHashMap<String, Integer>(), new WeakHashMap<String, Integer>())) {
            assertThatThrownBy(() -> roundTrip(new Maps(each), Maps.class))
                    .hasMessage(each.getClass().getName()
                            + " knows more than its elements, and cannot go to another worker:"
                            + " emit these as a List or a Map, and declare them so in classes that are registered");
        }
    }
}
