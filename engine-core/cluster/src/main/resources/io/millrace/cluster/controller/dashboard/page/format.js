// SPDX-License-Identifier: Apache-2.0
// Numbers, times and shares in few characters.

export function rate(perSecond) {
  return count(perSecond) + '/s';
}

export function count(value) {
  if (!Number.isFinite(value)) {
    return '–';
  }
  const size = Math.abs(value);
  if (size >= 1e9) {
    return digits(value / 1e9) + ' G';
  }
  if (size >= 1e6) {
    return digits(value / 1e6) + ' M';
  }
  if (size >= 1e4) {
    return digits(value / 1e3) + ' k';
  }
  return size >= 100 || Number.isInteger(value) ? String(Math.round(value)) : digits(value);
}

export function nanos(value) {
  if (!Number.isFinite(value)) {
    return '–';
  }
  if (value >= 1e9) {
    return digits(value / 1e9) + ' s';
  }
  if (value >= 1e6) {
    return digits(value / 1e6) + ' ms';
  }
  if (value >= 1e3) {
    return digits(value / 1e3) + ' µs';
  }
  return Math.round(value) + ' ns';
}

/** A percentile of a summary, or a dash if nothing was measured. */
export function latency(summary, percentile) {
  return summary && summary.count > 0 ? nanos(summary[percentile + 'Nanos']) : '–';
}

export function bytes(value) {
  if (!Number.isFinite(value)) {
    return '–';
  }
  const units = ['B', 'KiB', 'MiB', 'GiB', 'TiB'];
  let unit = 0;
  while (value >= 1024 && unit < units.length - 1) {
    value /= 1024;
    unit++;
  }
  return (unit === 0 ? Math.round(value) : digits(value)) + ' ' + units[unit];
}

export function percent(share) {
  if (!Number.isFinite(share)) {
    return '–';
  }
  const value = 100 * share;
  return (value > 0 && value < 1 ? value.toFixed(1) : Math.round(value)) + ' %';
}

export function time(millis) {
  return new Date(millis).toLocaleTimeString([], {hour12: false});
}

export function dateTime(millis) {
  return new Date(millis).toLocaleString([], {hour12: false});
}

export function ago(millis, now) {
  const seconds = Math.max(0, Math.round((now - millis) / 1000));
  if (seconds < 120) {
    return seconds + ' s ago';
  }
  if (seconds < 7200) {
    return Math.round(seconds / 60) + ' min ago';
  }
  return seconds < 172800 ? Math.round(seconds / 3600) + ' h ago' : Math.round(seconds / 86400) + ' days ago';
}

export function plural(number, word) {
  return number + ' ' + word + (number === 1 ? '' : 's');
}

/** Three digits, never an exponent; what is not zero does not read as zero. */
function digits(value) {
  const size = Math.abs(value);
  if (size > 0 && size < 0.001) {
    return value < 0 ? '> -0.001' : '< 0.001';
  }
  return size >= 100 ? value.toFixed(0) : size >= 10 ? value.toFixed(1) : size >= 0.1 ? value.toFixed(2) : String(Number(value.toPrecision(2)));
}
