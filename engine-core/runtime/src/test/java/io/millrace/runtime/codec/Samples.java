// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.codec;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/** Classes that authors register. */
final class Samples {

    private Samples() {}

    record Order(String symbol, long quantity, double price, Side side, List<String> tags, Map<String, Integer> legs) {}

    enum Side {
        BUY,
        SELL {
            @Override
            int sign() {
                return -1;
            }
        };

        int sign() {
            return 1;
        }
    }

    /** A class without a constructor without arguments. */
    static final class Node {
        private final int value;
        private Node next;

        Node(int value, Node next) {
            this.value = value;
            this.next = next;
        }

        void next(Node node) {
            next = node;
        }

        @Override
        public boolean equals(Object other) {
            return other instanceof Node node && node.value == value && Objects.equals(node.next, next);
        }

        @Override
        public int hashCode() {
            return Objects.hash(value, next);
        }
    }

    /** A record with all kinds of fields that have a length. */
    record Bag(long[] numbers, List<Object> list, String[] names, Object anything) {

        @Override
        public boolean equals(Object other) {
            return other instanceof Bag bag
                    && Arrays.equals(bag.numbers, numbers)
                    && bag.list.equals(list)
                    && Arrays.equals(bag.names, names)
                    && Objects.equals(bag.anything, anything);
        }

        @Override
        public int hashCode() {
            return Objects.hash(Arrays.hashCode(numbers), list, Arrays.hashCode(names), anything);
        }
    }

    /** A class whose fields are set one by one, of types that objects of many classes could be assigned to. */
    static final class Holder {
        List<Object> list = new ArrayList<>(List.of("a", 1));
        Map<Object, Object> map = new HashMap<>(Map.of("k", "v"));
        CharSequence text = "text";
        Number number = 7;
    }

    static final class Stranger {}

    static Order order(long seed) {
        return new Order(
                "S" + seed,
                seed,
                seed / 3.0,
                seed % 2 == 0 ? Side.BUY : Side.SELL,
                new ArrayList<>(List.of("a", "\u00E4")),
                new HashMap<>(Map.of("l", (int) seed)));
    }
}
