// SPDX-License-Identifier: Apache-2.0
// Finds the view of the address, and shows it anew every two seconds while the page is visible.

import {h, render} from './dom.js';
import {Refused, get, live} from './fetch.js';
import {ago, time} from './format.js';
import * as topologies from './topologies.js';
import * as graph from './graph.js';
import * as placement from './placement.js';
import * as latency from './latency.js';
import * as links from './links.js';
import * as rebalance from './rebalance.js';
import * as errors from './errors.js';
import * as logs from './logs.js';

const INTERVAL_MILLIS = 2000;
const STALE_MILLIS = 30000;

// A page that was just opened waits for the first figures of an interval, but the clocks of two machines may differ for ever
const QUICK_MILLIS = 500;
const MOST_QUICK = 8;

const VIEWS = {
  graph: ['Graph', graph],
  placement: ['Placement', placement],
  latency: ['Latency', latency],
  links: ['Links', links],
  rebalance: ['Rebalancing', rebalance],
  errors: ['Errors', errors],
  logs: ['Logs', logs],
};

const main = document.getElementById('main');
const trail = document.getElementById('trail');
const tabs = document.getElementById('tabs');
const state = document.getElementById('state');
const notice = document.getElementById('notice');

let place = {};
let timer = 0;
let lastMillis = 0;
let quick = 0;

function placeOf(hash) {
  const parts = hash.replace(/^#\/?/, '').split('/').map(decodeURIComponent);
  return parts[0] === 't' && parts[1]
    ? {name: parts[1], view: VIEWS[parts[2]] ? parts[2] : 'graph'}
    : {name: null, view: 'topologies'};
}

function go() {
  const next = placeOf(location.hash);
  const moved = next.name !== place.name || next.view !== place.view;
  // One object for each visit, in which a view keeps what the person has chosen
  place = moved ? next : place;
  if (moved) {
    quick = MOST_QUICK;
    showFrame();
    render(main, h('p', {class: 'quiet'}, 'loading'));
    main.focus({preventScroll: true});
  }
  tick();
}

function showFrame() {
  const {name, view} = place;
  document.title = name ? `${name}: ${VIEWS[view][0]} – Millrace` : 'Millrace';
  render(trail, name ? h('ol', {},
      h('li', {}, h('a', {href: '#/'}, 'Topologies')),
      h('li', {'aria-current': 'page'}, name)) : '');
  tabs.hidden = !name;
  render(tabs, name ? h('ul', {}, Object.entries(VIEWS).map(([id, [title]]) => h('li', {},
      h('a', {
        href: `#/t/${encodeURIComponent(name)}/${id}`,
        'aria-current': id === view ? 'page' : undefined,
      }, title)))) : '');
}

async function tick() {
  clearTimeout(timer);
  const shown = place;
  try {
    const content = shown.name ? await ofTopology(shown) : await ofCluster(shown);
    if (shown !== place) {
      return;
    }
    render(main, content);
    say(lastMillis === 0 ? 'waiting for the first figures' : 'live, as of ' + time(lastMillis), 'good');
    show('');
  } catch (problem) {
    if (shown !== place) {
      return;
    }
    failed(problem);
    if (!(problem instanceof Refused)) {
      console.error(problem);
    }
  }
  if (document.visibilityState === 'visible') {
    const old = lastMillis === 0 || Date.now() - lastMillis > 4 * INTERVAL_MILLIS;
    timer = setTimeout(tick, old && quick-- > 0 ? QUICK_MILLIS : INTERVAL_MILLIS);
  }
}

async function ofCluster(shown) {
  const overview = await get('/v1/dashboard');
  lastMillis = overview.atMillis;
  return topologies.draw(overview, shown, tick);
}

async function ofTopology(shown) {
  const now = await get(live(shown.name));
  lastMillis = now.atMillis;
  return [heading(now), await VIEWS[shown.view][1].draw(now, shown, tick)];
}

function heading(now) {
  const {info} = now;
  return h('div', {class: 'heading'},
      h('h1', {}, info.name, ' ', topologies.status(info)),
      now.problems.length > 0 && h('ul', {class: 'problems', 'aria-label': 'Problems'},
          now.problems.map(problem => h('li', {}, problem))),
      now.hints.length > 0 && h('ul', {class: 'hints', 'aria-label': 'Hints'},
          now.hints.map(hint => h('li', {}, hint))));
}

function failed(problem) {
  if (problem instanceof Refused && problem.status === 404 && place.name) {
    lastMillis = 0;
    render(main, h('h1', {}, place.name), h('p', {},
        'There is no topology of this name, or it has just been submitted. ', h('a', {href: '#/'}, 'All topologies')));
    say('not found', 'bad');
    show('');
    return;
  }
  const what = problem instanceof Refused ? problem.message : 'the page cannot show this: ' + problem;
  say(problem instanceof Refused ? 'no answer' : 'error', 'bad');
  const old = lastMillis > 0 && Date.now() - lastMillis < STALE_MILLIS * 20;
  show(what + (old ? ': the figures below are of ' + time(lastMillis) + ' (' + ago(lastMillis, Date.now()) + ')' : ''));
}

function say(text, kind) {
  const before = state.className;
  state.className = kind;
  state.textContent = text;
  // Not each tick is worth an announcement
  state.setAttribute('aria-live', before === kind ? 'off' : 'polite');
}

function show(text) {
  notice.hidden = text === '';
  if (notice.textContent !== text) {
    notice.textContent = text;
  }
}

window.addEventListener('hashchange', go);
document.addEventListener('visibilitychange', () => document.visibilityState === 'visible' && tick());
go();
