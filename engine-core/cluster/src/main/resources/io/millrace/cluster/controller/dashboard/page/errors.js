// SPDX-License-Identifier: Apache-2.0
// Errors of components with their stacks, and workers that have died.

import {h, section, table} from './dom.js';
import {get, ofTopology} from './fetch.js';
import {count, dateTime} from './format.js';
import {stacks} from './stacks.js';

const LINES = 2000;
const MOST_STACKS = 100;
const REFRESH_MILLIS = 10000;

export async function draw(now, place) {
  if (!place.found || Date.now() - place.foundMillis > REFRESH_MILLIS) {
    const workers = await get(ofTopology(now.info.name, '/logs'), {lines: LINES});
    place.found = workers.flatMap(log => stacks(log.lines).map(error => ({...error, worker: log.worker, node: log.node})));
    place.foundMillis = Date.now();
  }
  const shown = place.found.slice(-MOST_STACKS).reverse();
  return [
    section('Errors of components', table('Errors of components', [
      ['Component', row => row.id],
      ['Errors', row => h('span', {class: row.errors > 0 ? 'warn' : ''}, count(row.errors)), {number: true, title: 'since the workers started'}],
      ['Failed', row => count(row.failed) + '/s', {number: true}],
      ['Slow calls', row => count(row.slowCalls), {number: true}],
    ], now.components, {key: row => row.id})),
    section('Workers that died', table('Workers that died', [
      ['Worker', row => row.worker + ' on ' + row.node],
      ['Last', row => dateTime(row.atMillis)],
      ['Deaths', row => row.deaths, {number: true}],
      ['In a row', row => row.inARow, {number: true}],
      ['Exit code', row => row.exitCode < 0 ? '–' : row.exitCode, {number: true}],
      ['Cause', row => row.cause, {class: 'wide'}],
    ], now.deaths, {key: row => row.worker + ' ' + row.node, empty: 'no worker has died'})),
    section('Stacks', h('p', {class: 'quiet'},
        `From the last ${LINES} lines of each worker's log, the newest first. An error that goes on is logged with its stack once.`),
    shown.length === 0 ? h('p', {class: 'quiet'}, 'There is no stack in them.')
      : shown.map(error => h('details', {class: 'stack', 'data-key': error.worker + error.head},
          h('summary', {}, h('b', {}, error.worker), ' ', error.head),
          h('pre', {tabindex: 0}, error.stack.join('\n'))))),
  ];
}
