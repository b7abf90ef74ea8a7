// SPDX-License-Identifier: Apache-2.0
// Latency over time, and the stages of a tuple's way.

import {bar, h, section, table} from './dom.js';
import {latency, nanos, percent} from './format.js';
import {chart} from './chart.js';
import {history} from './history.js';

const STAGES = {
  DUE: 'was due and is not emitted yet',
  OUTBOX: 'waits for room in the link',
  ENCODE: 'is encoded into the ring or the frame',
  TRANSIT: 'is in the queue or in the ring',
  QUEUE: 'waits until the socket takes it',
  WIRE: 'is between nodes',
  DECODE: 'is decoded',
  INBOX: 'waits for execute',
  EXECUTE: 'is in execute',
};

export async function draw(now, place, redraw) {
  const past = await history(now.info.name, place);
  const percentile = place.percentile ?? 'p50';
  const choose = which => {
    place.percentile = which;
    redraw();
  };
  const measured = Object.keys(STAGES).filter(stage => past.of(stage.toLowerCase() + '.' + percentile).some(value => value !== null));
  return [
    section('End to end', summary(now),
        chart('End to end', past.times, [
          {name: 'p50', values: past.of('p50')},
          {name: 'p99', values: past.of('p99'), color: 3},
        ], {format: nanos, logarithmic: true, wide: true, height: 210}),
        now.clockErrorNanos > 0 && h('p', {class: 'quiet'},
            'Between nodes, the clocks may be off by ' + nanos(now.clockErrorNanos) + '.')),
    section('Stages',
        h('div', {class: 'choice', role: 'group', 'aria-label': 'Percentile'}, ['p50', 'p99'].map(which =>
          h('button', {type: 'button', 'aria-pressed': String(which === percentile), onclick: () => choose(which)}, which))),
        measured.length === 0 ? h('p', {class: 'quiet'}, 'No sampled tuple has gone from one task to another yet.')
          : chart('Stages, ' + percentile, past.times, measured.map(stage => ({
            name: stage.toLowerCase(),
            values: past.of(stage.toLowerCase() + '.' + percentile),
            color: Object.keys(STAGES).indexOf(stage),
          })), {format: nanos, logarithmic: true, wide: true, height: 210}),
        stagesNow(now)),
    section('Stages of each edge since the workers started', ...edges(now)),
  ];
}

function summary(now) {
  return table('End to end', [
    ['When', row => row[0]],
    ...['p50', 'p90', 'p99', 'p999', 'max'].map(which => [which === 'p999' ? 'p99.9' : which, row => latency(row[1], which), {number: true}]),
    ['Tuples', row => row[1].count, {number: true}],
  ], [['last interval', now.latency], ['since the start', now.latencySinceStart]]);
}

function stagesNow(now) {
  const all = now.stages.reduce((sum, stage) => sum + (stage.latency.count > 0 ? stage.latency.p50Nanos : 0), 0);
  return table('Stages in the last interval', [
    ['Stage', row => row.stage.toLowerCase()],
    ['The tuple', row => STAGES[row.stage]],
    ['p50', row => latency(row.latency, 'p50'), {number: true}],
    ['p99', row => latency(row.latency, 'p99'), {number: true}],
    ['Share', row => share(row.latency, all)],
  ], now.stages.filter(stage => stage.latency.count > 0), {empty: 'nothing was sampled in the last interval'});
}

function share(summary, all) {
  const value = all > 0 ? summary.p50Nanos / all : 0;
  return bar(value, percent(value));
}

function edges(now) {
  const groups = new Map();
  now.edgeStages.filter(stage => stage.latency.count > 0).forEach(stage => {
    const key = stage.source + '/' + stage.stream + ' → ' + stage.target;
    groups.set(key, [...groups.get(key) ?? [], stage]);
  });
  return groups.size === 0 ? [h('p', {class: 'quiet'}, 'Nothing was sampled yet.')] : [...groups].map(([edge, stages]) => {
    const all = stages.reduce((sum, stage) => sum + stage.latency.p50Nanos, 0);
    return h('details', {'data-key': edge, open: groups.size < 4},
        h('summary', {}, edge, h('span', {class: 'quiet'}, ' p50 ' + nanos(all) + ' in all')),
        table(edge, [
          ['Stage', row => row.stage.toLowerCase()],
          ['p50', row => latency(row.latency, 'p50'), {number: true}],
          ['p99', row => latency(row.latency, 'p99'), {number: true}],
          ['max', row => latency(row.latency, 'max'), {number: true}],
          ['Share', row => share(row.latency, all)],
        ], stages));
  });
}
