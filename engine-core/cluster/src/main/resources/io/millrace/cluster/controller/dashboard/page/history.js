// SPDX-License-Identifier: Apache-2.0
// The last half hour of a topology: read once, then only what is new.

import {get, live} from './fetch.js';

/** Returns {times, of(column)}. What was read stays in the place of the visit. */
export async function history(name, place) {
  const known = place.history ??= {times: [], values: [], columns: []};
  const since = known.times.length > 0 ? known.times[known.times.length - 1] : 0;
  const more = await get(live(name, '/history'), {since});
  const oldest = Date.now() - 31 * 60000;
  known.columns = more.columns;
  known.times.push(...more.times);
  known.values.push(...more.values);
  const gone = known.times.findIndex(at => at >= oldest);
  if (gone > 0) {
    known.times.splice(0, gone);
    known.values.splice(0, gone);
  }
  return {
    times: known.times,
    of: column => {
      const index = known.columns.indexOf(column);
      return known.values.map(values => values[index]);
    },
  };
}
