// SPDX-License-Identifier: Apache-2.0
// The ends of the workers' logs. New lines appear at the bottom, and the view follows while it is scrolled to there.

import {h} from './dom.js';
import {get, ofTopology} from './fetch.js';

const LINES = 400;
const NEAR_THE_END = 40;

export async function draw(now, place, redraw) {
  const workers = now.workers.map(worker => worker.worker);
  place.worker ??= '';
  place.filter ??= '';
  if (!place.paused) {
    place.logs = await get(ofTopology(now.info.name, '/logs'), {lines: LINES, worker: place.worker});
  }
  const logs = place.logs ?? [];
  const wanted = place.filter.toLowerCase();
  const change = change => event => {
    change(event.currentTarget);
    redraw();
  };
  queueMicrotask(() => follow(place));
  return [
    h('div', {class: 'form', role: 'group', 'aria-label': 'Logs'},
        h('label', {}, 'Worker ', h('select', {onchange: change(field => place.worker = field.value)},
            h('option', {value: ''}, 'all'), workers.map(worker => h('option', {value: worker}, worker)))),
        h('label', {}, 'Lines with ', h('input', {type: 'search', size: 18, oninput: change(field => place.filter = field.value)})),
        h('button', {type: 'button', 'aria-pressed': String(!!place.paused), onclick: change(() => place.paused = !place.paused)},
            place.paused ? 'Follow' : 'Pause')),
    logs.map(log => h('section', {class: 'card', 'data-key': log.worker},
        h('h2', {}, log.worker, h('small', {}, ' on ' + log.node)),
        h('pre', {class: 'log', tabindex: 0, role: 'log', 'aria-label': 'Log of ' + log.worker, 'aria-live': 'off',
          'data-worker': log.worker, onscroll: event => scrolled(event.currentTarget, place)},
            log.lines.filter(line => line.toLowerCase().includes(wanted)).map(line => h('span', {class: level(line)}, line + '\n'))))),
    logs.length === 0 && h('p', {class: 'quiet'}, 'No node has a log of this topology.'),
  ];
}

function scrolled(log, place) {
  (place.away ??= {})[log.dataset.worker] = log.scrollHeight - log.clientHeight - log.scrollTop > NEAR_THE_END;
}

function follow(place) {
  requestAnimationFrame(() => document.querySelectorAll('pre.log').forEach(log => {
    if (!place.paused && !place.away?.[log.dataset.worker]) {
      log.scrollTop = log.scrollHeight;
    }
  }));
}

function level(line) {
  return /\bERROR\b/.test(line) ? 'error' : /\bWARN\b/.test(line) ? 'warning' : '';
}
