// SPDX-License-Identifier: Apache-2.0
// What a rebalance would change, and what the automatic mode has decided.

import {h, section, table} from './dom.js';
import {get, ofTopology} from './fetch.js';
import {count, dateTime, percent, plural, time} from './format.js';
import {leaderLink} from './leader.js';

export async function draw(now, place, redraw) {
  const name = now.info.name;
  const [overview, state, decisions] = await Promise.all([
    get('/v1/dashboard'),
    get(ofTopology(name, '/rebalance')),
    get(ofTopology(name, '/rebalance/decisions')),
  ]);
  const plan = async event => {
    event.preventDefault();
    const form = event.currentTarget;
    place.planning = true;
    redraw();
    try {
      place.plan = await get(ofTopology(name, '/rebalance/plan'), {
        algorithm: form.elements.algorithm.value,
        workers: form.elements.workers.value,
      });
      place.planProblem = '';
    } catch (problem) {
      place.plan = null;
      place.planProblem = problem.message;
    }
    place.planning = false;
    place.plannedMillis = Date.now();
    redraw();
  };
  return [
    section('State', h('p', {}, state.number === 0 ? 'It was not rebalanced yet.'
      : `Rebalance ${state.number}: ${state.phase.toLowerCase()}`
        + (state.outcome ? ', ' + state.outcome : '')
        + (state.waitingFor.length > 0 ? '; waits for ' + state.waitingFor.join(', ') : ''))),
    section('Dry run',
        h('p', {class: 'quiet'}, 'Plans a better placement for the measured traffic, and changes nothing. To make the change: ',
            h('code', {}, 'millrace rebalance ' + name)),
        overview.leads || overview.atMillis === 0 ? h('form', {class: 'form', onsubmit: plan},
            h('label', {}, 'Scheduler ', h('select', {name: 'algorithm'},
                h('option', {value: ''}, 'moves that pay'),
                ['multilevel', 'turbostream', 'even', 'rstorm', 'tstorm'].map(id => h('option', {value: id}, id)))),
            h('label', {}, 'Workers at most ', h('input', {name: 'workers', type: 'number', min: 1, max: 10000, placeholder: String(now.info.workers)})),
            h('button', {type: 'submit', disabled: place.planning}, place.planning ? 'planning' : 'Plan'))
          : h('p', {class: 'hint'}, overview.leader
            ? ['This controller does not lead, and only the leader plans: ', leaderLink(overview.leader)]
            : 'No controller leads now, and only the leader plans.'),
        h('div', {role: 'status', 'aria-live': 'polite', class: 'plan'},
            place.planProblem && h('p', {class: 'warn'}, place.planProblem),
            place.plan && report(place.plan, place.plannedMillis))),
    section('Decisions of the automatic mode',
        h('p', {class: 'quiet'}, decisions.automatic ? 'The automatic mode is on.'
          : 'The automatic mode is off: see topology.rebalance.auto.'),
        table('Decisions', [
          ['When', row => row.times > 1 ? dateTime(row.fromMillis) + ' to ' + time(row.atMillis) : dateTime(row.atMillis)],
          ['Decision', row => h('span', {class: 'verdict ' + row.verdict.toLowerCase()}, row.verdict.toLowerCase().replaceAll('_', ' '))],
          ['Times', row => row.times, {number: true}],
          ['Reason', row => row.reason, {class: 'wide'}],
          ['Cost of hops', row => row.figures ? count(row.figures.hopMicrosBefore) + ' → ' + count(row.figures.hopMicrosAfter) + ' µs/s' : '–',
            {number: true}],
          ['Between nodes', row => row.figures
            ? percent(row.figures.crossShareBefore) + ' → ' + percent(row.figures.crossShareAfter) : '–', {number: true}],
          ['Moves', row => row.figures ? row.figures.moves : '–', {number: true}],
        ], [...decisions.decisions].reverse(), {key: row => String(row.fromMillis), empty: 'no decision yet'})),
  ];
}

function report(plan, atMillis) {
  const figure = (title, of) => [title, of];
  const rows = [
    figure('messages per second', side => count(side.messagesPerSecond)),
    figure('between nodes', side => percent(side.cutShare)),
    figure('inside the worker, of those inside a node', side => percent(side.workerShare)),
    figure('mean cost of a hop', side => side.meanHopMicros.toFixed(2) + ' µs'),
    figure('cost of all hops', side => count(side.hopMicrosPerSecond) + ' µs/s'),
    figure('busiest node over its fair share', side => side.nodeImbalance.toFixed(2)),
    figure('busiest worker over its node’s mean', side => side.workerImbalance.toFixed(2)),
    figure('workers', side => side.workers),
  ];
  return [
    h('p', {}, h('b', {}, plan.moves.length === 0 && plan.starting.length === 0 ? 'Nothing would change.'
      : plural(plan.moves.length, 'task') + ' would move, ' + plural(plan.cost.workersStarting, 'worker') + ' start and '
        + plan.cost.workersEnding + ' end; hops would cost ' + plan.gainPercent.toFixed(1) + ' % less.'),
        ` Planned by ${plan.algorithm} at ${time(atMillis)}`
        + (plan.isTrafficMeasured ? '.' : ', without measured traffic.')),
    table('Before and after', [
      ['', row => row[0]],
      ['Before', row => row[1](plan.before), {number: true}],
      ['After', row => row[1](plan.after), {number: true}],
    ], rows, {class: 'narrow'}),
    h('ul', {}, plan.reasons.map(reason => h('li', {}, reason))),
    plan.moves.length > 0 && table('Moves', [
      ['Task', move => move.task],
      ['Component', move => move.component],
      ['From', move => move.from],
      ['To', move => move.to],
      ['Reason', move => move.reason, {class: 'wide'}],
    ], plan.moves),
  ];
}
