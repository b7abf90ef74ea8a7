// SPDX-License-Identifier: Apache-2.0
package io.millrace.scheduler.partition;

import java.util.Arrays;

/** A binary heap of vertices, the one with the highest gain on top; equal gains in a fixed order. */
final class GainQueue {
    private static final int ABSENT = -1;

    private final int[] heap;
    private final int[] positionOf;
    private final double[] gain;
    private int size;

    GainQueue(int vertices) {
        heap = new int[vertices];
        positionOf = new int[vertices];
        gain = new double[vertices];
        Arrays.fill(positionOf, ABSENT);
    }

    boolean isEmpty() {
        return size == 0;
    }

    boolean contains(int vertex) {
        return positionOf[vertex] != ABSENT;
    }

    double topGain() {
        return gain[heap[0]];
    }

    /** Adds the vertex, or changes its gain. */
    void put(int vertex, double newGain) {
        int at = positionOf[vertex];
        if (at == ABSENT) {
            at = size++;
            gain[vertex] = newGain;
            set(vertex, at);
            up(at);
        } else {
            double before = gain[vertex];
            gain[vertex] = newGain;
            if (newGain > before) {
                up(at);
            } else if (newGain < before) {
                down(at);
            }
        }
    }

    int take() {
        int top = heap[0];
        remove(top);
        return top;
    }

    void remove(int vertex) {
        int at = positionOf[vertex];
        if (at == ABSENT) {
            return;
        }
        positionOf[vertex] = ABSENT;
        int last = heap[--size];
        if (last != vertex) {
            set(last, at);
            up(at);
            down(positionOf[last]);
        }
    }

    void clear() {
        for (int i = 0; i < size; i++) {
            positionOf[heap[i]] = ABSENT;
        }
        size = 0;
    }

    private void up(int start) {
        int at = start;
        int vertex = heap[at];
        while (at > 0) {
            int parent = (at - 1) >> 1;
            if (!isAbove(vertex, heap[parent])) {
                break;
            }
            set(heap[parent], at);
            at = parent;
        }
        set(vertex, at);
    }

    private void down(int start) {
        int at = start;
        int vertex = heap[at];
        while (2 * at + 1 < size) {
            int child = 2 * at + 1;
            if (child + 1 < size && isAbove(heap[child + 1], heap[child])) {
                child++;
            }
            if (!isAbove(heap[child], vertex)) {
                break;
            }
            set(heap[child], at);
            at = child;
        }
        set(vertex, at);
    }

    private boolean isAbove(int u, int v) {
        return gain[u] != gain[v] ? gain[u] > gain[v] : u < v;
    }

    private void set(int vertex, int at) {
        heap[at] = vertex;
        positionOf[vertex] = at;
    }
}
