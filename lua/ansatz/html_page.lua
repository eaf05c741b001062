-- The page of an HTML report: style and script. html.lua provides the data, compressed; all of it enters the page as
-- text, never as markup.
local page = {}

page.style = [==[
* { box-sizing: border-box; }
:root { color-scheme: light dark; --ink: #222; --paper: #fff; --dim: #555; --line: #ccc; --rule: #888; --over: #eef5fb; --chosen: #cfe5f5; --code: #f6f6f6; --tip: #fffbe6;
  --right: #dcefe2; --wrongs: #f7cfc4; --late: #f4ecd2; --none: #ececec; --bad: #a33; --blue: #0072b2; --red: #d55e00; --sky: #56b4e9; }
@media (prefers-color-scheme: dark) { :root { --ink: #e4e4e4; --paper: #17191c; --dim: #a5a5a5; --line: #3c4046; --rule: #6d737b; --over: #222a33; --chosen: #24435a; --code: #202327; --tip: #33301f;
  --right: #1f3a2a; --wrongs: #5c2a20; --late: #3d3520; --none: #26292d; --bad: #ef9a9a; --blue: #56b4e9; --red: #f08a3c; --sky: #b9a7f5; } }
body { font: 14px/1.4 system-ui, sans-serif; margin: 0; padding: 12px 16px; color: var(--ink); background: var(--paper); }
h1 { font-size: 20px; margin: 0 0 2px; } h2 { font-size: 15px; margin: 16px 0 4px; }
.about { color: var(--dim); margin: 0 0 8px; }
table { border-collapse: collapse; } .summary td, .summary th { padding: 2px 10px 2px 0; text-align: right; border-bottom: 1px solid var(--line); }
.summary td:first-child, .summary th:first-child { text-align: left; }
.plots { display: flex; flex-wrap: wrap; gap: 20px; } .plots svg { background: var(--paper); font-size: 11px; } svg text { fill: var(--ink); } .plots select { max-width: 190px; }
#tip { position: fixed; display: none; pointer-events: none; background: var(--tip); color: var(--ink); border: 1px solid var(--rule); padding: 3px 7px; font-size: 12px; white-space: pre; z-index: 9; }
#head { display: flex; overflow: hidden; border-bottom: 1px solid var(--rule); } #head > div { flex: none; padding: 0 4px; }
#head button { all: unset; cursor: pointer; font-weight: 600; white-space: nowrap; } #head button:focus-visible { outline: 2px solid #0072b2; }
#head input { width: 100%; font-size: 12px; }
#body { height: 55vh; overflow: auto; position: relative; border-bottom: 1px solid var(--rule); }
.row { position: absolute; display: flex; height: 22px; cursor: pointer; } .row:hover { background: var(--over); } .row.chosen { background: var(--chosen); }
.row > div { flex: none; padding: 1px 4px; overflow: hidden; text-overflow: ellipsis; white-space: nowrap; } .number { text-align: right; font-variant-numeric: tabular-nums; }
.wrong { background: var(--wrongs); font-weight: 600; } .error { color: var(--bad); } .unknown { color: var(--dim); }
.pivot .cell { border-left: 1px solid var(--paper); } .cell.correct { background: var(--right); } .cell.wrong { background: var(--wrongs); } .cell.error { background: var(--late); color: inherit; }
.cell.unknown, .cell.missing, .cell.fault, .cell.pending { background: var(--none); } .cell.here { outline: 2px solid var(--blue); outline-offset: -2px; } .cell b { float: right; font-weight: normal; font-variant-numeric: tabular-nums; }
.views button { font: inherit; color: inherit; background: none; border: 1px solid var(--rule); border-radius: 3px; padding: 1px 8px; cursor: pointer; } .views button[aria-pressed=true] { background: var(--chosen); } .views label { margin-left: 10px; }
#below { display: flex; gap: 16px; } #below > div:first-child { flex: 1 1 60%; min-width: 0; } #details:not(:empty) { flex: 1 1 40%; min-width: 0; max-height: 62vh; overflow: auto; } @media (max-width: 1100px) { #below { display: block; } }
#details pre { background: var(--code); border: 1px solid var(--line); padding: 6px 8px; overflow: auto; white-space: pre-wrap; overflow-wrap: anywhere; max-height: 70vh; margin: 2px 0; } #details h3 { font-size: 13px; margin: 10px 0 0; }
.flame { font-size: 11px; background: var(--paper); } .flame rect + text, .flame text { pointer-events: none; } .flame rect ~ text { fill: var(--ink); } .flame .on { fill: #222; }
@media print { #body { height: auto; } }
]==]

page.script = [==[
'use strict';
(async () => {
const $ = id => document.getElementById(id);
const el = (name, text, attributes) => { // text is text: never markup
  const e = document.createElement(name);
  if (text !== undefined && text !== null) e.textContent = text;
  for (const k in attributes || {}) e.setAttribute(k, attributes[k]);
  return e;
};
async function unpack(id) {
  const bytes = Uint8Array.from(atob($(id).textContent), c => c.charCodeAt(0));
  return JSON.parse(await new Response(new Blob([bytes]).stream().pipeThrough(new DecompressionStream('deflate'))).text());
}
if (typeof DecompressionStream === 'undefined') { $('count').textContent = 'This browser cannot read the page: it has no DecompressionStream.'; return; }
const D = await unpack('data'), N = D.n, cols = D.columns;
// A column is numbers, or indices of texts; null is no value.
const get = (c, i) => c.values ? c.values[c.at[i]] : c.at[i];
const col = Object.fromEntries(cols.map(c => [c.name, c]));
const show = (c, v) => v === null || v === undefined ? '-' : c.values || c.whole ? String(v) : v === 0 ? '0' : Math.abs(v) < 0.01 ? v.toPrecision(1) : Math.abs(v) < 100 ? v.toFixed(2) : v.toFixed(0);
const category = i => get(col.category, i), config = i => get(col.config, i);
const task = i => get(col.suite, i) + '/' + get(col.task, i) + ' ' + get(col.property, i);
const measures = cols.filter(c => c.measure);

// ---- state: in the address, so that it can be kept and sent
const state = { view: D.configs.length > 1 ? 'tasks' : 'runs', differ: '', sort: '', filters: {}, run: 0, x: D.configs[0], y: D.configs[1] || D.configs[0], m: measures[0].name };
function read() {
  state.filters = {};
  for (const [k, v] of new URLSearchParams(location.hash.slice(1))) {
    if (k.startsWith('f.') && col[k.slice(2)]) state.filters[k.slice(2)] = v;
    else if (k === 'view') state.view = v === 'tasks' ? v : 'runs';
    else if (k === 'differ') state.differ = v === 'yes' ? v : '';
    else if (k === 'run') state.run = Number(v) || 0;
    else if (k === 'sort' && col[v.replace(/^-/, '')]) state.sort = v;
    else if ((k === 'x' || k === 'y') && D.configs.includes(v)) state[k] = v;
    else if (k === 'm' && measures.some(c => c.name === v)) state.m = v;
  }
}
function keep() {
  const p = new URLSearchParams();
  for (const k in state.filters) p.set('f.' + k, state.filters[k]);
  for (const k of ['view', 'differ', 'sort', 'run', 'x', 'y', 'm']) if (state[k]) p.set(k, state[k]);
  try { history.replaceState(null, '', '#' + p); } catch (e) { /* some browsers do not allow it for files */ }
}

// ---- filters: a part of the text, !text for its absence; numbers: 5, >5, <=5, 3..7
function test(c, wanted) {
  const number = /^\s*(<=|>=|<|>|=)?\s*(-?[\d.]+(?:e-?\d+)?)\s*(?:\.\.\s*(-?[\d.]+))?\s*$/i.exec(wanted.replace(/(\d)\.\.(-?\d)/, '$1 .. $2'));
  if (!c.values && number) {
    const a = Number(number[2]), b = number[3] === undefined ? null : Number(number[3]);
    const is = { '<': v => v < a, '>': v => v > a, '<=': v => v <= a, '>=': v => v >= a }[number[1]] || (b === null ? v => v === a || show(c, v) === number[2] : v => v >= a && v <= b);
    return i => c.at[i] !== null && is(c.at[i]);
  }
  const not = wanted.startsWith('!'), part = (not ? wanted.slice(1) : wanted).toLowerCase();
  if (c.values) { // each text once
    const fits = c.values.map(v => String(v).toLowerCase().includes(part) !== not);
    return i => c.at[i] === null ? not : fits[c.at[i]];
  }
  return i => show(c, c.at[i]).includes(part) !== not;
}
let order = [];
function choose() {
  const tests = Object.entries(state.filters).filter(([, v]) => v !== '').map(([k, v]) => test(col[k], v));
  order = [];
  for (let i = 0; i < N; i++) if (tests.every(t => t(i))) order.push(i);
  const c = col[state.sort.replace(/^-/, '')];
  if (c) {
    const sign = state.sort[0] === '-' ? -1 : 1;
    let rank = c.at;
    if (c.values) { // compare numbers, not texts
      const by = c.values.map((v, k) => k).sort((a, b) => c.values[a] < c.values[b] ? -1 : 1), place = [];
      by.forEach((k, n) => { place[k] = n; });
      rank = c.at.map(k => k === null ? null : place[k]);
    }
    order.sort((a, b) => rank[a] === rank[b] ? a - b : rank[a] === null ? 1 : rank[b] === null ? -1 : sign * (rank[a] - rank[b]));
  }
}

// ---- tasks x configurations: the runs that the filters leave, one row for each task, in the order of its first run
const place = Object.fromEntries(D.configs.map((c, k) => [c, k]));
const several = new Set(col.property.at).size > 1;
let tasks = [];
function pivot() {
  const by = new Map();
  for (const i of order) {
    const k = place[config(i)];
    if (k === undefined) continue;
    const key = col.suite.at[i] + ' ' + col.task.at[i] + ' ' + col.path.at[i] + ' ' + col.property.at[i];
    let t = by.get(key);
    if (!t) by.set(key, t = { first: i, runs: new Array(D.configs.length).fill(-1) });
    if (t.runs[k] < 0) t.runs[k] = i;
  }
  tasks = [...by.values()];
  if (state.differ) tasks = tasks.filter(t => new Set(t.runs.map(i => i < 0 ? -1 : col.verdict.at[i])).size > 1);
}
const brief = i => { const v = get(col.verdict, i); return v === 'false(' + get(col.property, i) + ')' ? 'false' : v; };
const pivotColumns = () => [['suite', 130], ['task', 260], ...(several ? [['property', 130]] : []), ['expected', 80]].map(([n, w]) => ({ name: n, width: w }));
const cellWidth = () => Math.max(130, Math.min(260, Math.floor((innerWidth - 560) / D.configs.length)));
function pivotHeader() {
  const head = $('head');
  head.replaceChildren();
  for (const c of pivotColumns()) {
    const cell = head.appendChild(el('div', null, { style: 'width:' + c.width + 'px' }));
    const button = cell.appendChild(el('button', c.name + (state.sort === c.name ? ' \u25b2' : state.sort === '-' + c.name ? ' \u25bc' : '')));
    button.onclick = () => { state.sort = state.sort === c.name ? '-' + c.name : c.name; update(); };
    const input = cell.appendChild(el('input', null, { 'aria-label': 'filter ' + c.name, placeholder: 'text, !text' }));
    input.value = state.filters[c.name] || '';
    input.onchange = () => { if (input.value) state.filters[c.name] = input.value; else delete state.filters[c.name]; update(); };
  }
  for (const c of D.configs) {
    let right = 0, wrong = 0;
    for (const t of tasks) { const i = t.runs[place[c]]; if (i >= 0) { right += category(i) === 'correct'; wrong += category(i) === 'wrong'; } }
    const cell = head.appendChild(el('div', null, { style: 'width:' + cellWidth() + 'px', title: c }));
    cell.append(el('div', c, { style: 'font-weight:600;overflow:hidden;text-overflow:ellipsis;white-space:nowrap' }), el('div', right + ' right' + (wrong ? ', ' + wrong + ' wrong' : ''), { class: 'about', style: 'margin:0' }));
  }
}
function pivotRows() {
  const body = $('body'), m = col[state.m], w = cellWidth(), names = pivotColumns(), total = names.reduce((s, c) => s + c.width, 0) + w * D.configs.length;
  const first = Math.max(0, Math.floor(body.scrollTop / H) - 5), last = Math.min(tasks.length, first + Math.ceil(body.clientHeight / H) + 12);
  const seen = [el('div', null, { style: `height:${tasks.length * H}px;width:${total}px` })];
  for (let n = first; n < last; n++) {
    const t = tasks[n], r = el('div', null, { class: 'row pivot', style: `top:${n * H}px` });
    for (const c of names) r.append(el('div', c.name === 'expected' ? (get(col.expected, t.first) || '-').replace('(' + get(col.property, t.first) + ')', '') : show(col[c.name], get(col[c.name], t.first)), { style: 'width:' + c.width + 'px', title: get(col[c.name], t.first) || '' }));
    for (const i of t.runs) {
      if (i < 0) { r.append(el('div', '', { style: 'width:' + w + 'px', class: 'cell' })); continue; }
      const cell = el('div', brief(i), { style: 'width:' + w + 'px', class: 'cell ' + category(i) + (D.number[i] === state.run ? ' here' : ''), 'data-run': D.number[i], title: get(col.verdict, i) + (get(col.reason, i) ? ': ' + get(col.reason, i) : '') });
      cell.prepend(el('b', show(m, m.at[i])));
      cell.onclick = () => pick(i);
      r.append(cell);
    }
    seen.push(r);
  }
  const top = body.scrollTop;
  body.replaceChildren(...seen);
  body.scrollTop = top;
}

// ---- summary
function summary() {
  const t = $('summary'), of = {};
  for (const c of D.configs) of[c] = { n: 0, right: 0, yes: 0, no: 0, wrong: 0, unknown: 0, time: 0, error: 0, score: 0, cpu: 0 };
  for (const i of order) {
    const s = of[config(i)], v = get(col.verdict, i), k = category(i);
    if (!s) continue;
    s.n++;
    s.score += D.score[i];
    if (k === 'correct') { s.right++; v === 'true' ? s.yes++ : s.no++; s.cpu += col.cpu.at[i] || 0; }
    else if (k === 'wrong') s.wrong++;
    else if (v === 'TIMEOUT') s.time++;
    else if (k === 'error') s.error++;
    else s.unknown++;
  }
  t.replaceChildren();
  const head = t.appendChild(el('tr'));
  for (const h of ['configuration', 'runs', 'right', 'true', 'false', 'wrong', 'unknown', 'time-out', 'error', 'score', 'CPU of the right (s)']) head.append(el('th', h));
  for (const c of D.configs) {
    const s = of[c], r = t.appendChild(el('tr'));
    for (const v of [c, s.n, s.right, s.yes, s.no, s.wrong, s.unknown, s.time, s.error, s.score, show(col.cpu, s.cpu)]) r.append(el('td', v));
  }
}

// ---- plots
const colours = ['var(--blue)', 'var(--red)', 'var(--ink)', '#cc79a7', '#009e73', '#e69f00', 'var(--sky)', '#888888'];
const S = (name, attributes, text) => {
  const e = document.createElementNS('http://www.w3.org/2000/svg', name);
  for (const k in attributes) e.setAttribute(k, attributes[k]);
  if (text !== undefined) e.textContent = text;
  return e;
};
// Times are logarithmic from START on, as in plots; what is less stands there.
const START = D.limit && D.limit <= 10 ? 0.01 : 0.1;
// Without a measure: numbers from 0 on, with ticks at whole ones.
function scale(c, low, high, from, to) {
  const time = c && c.unit === 's' && high > START, f = time || (c && low > 0 && high > 100 * low) ? Math.log10 : v => v;
  const a = time ? f(START) : f(c && f !== Math.log10 ? 0 : low), b = f(high) === a ? a + 1 : f(high);
  const at = v => from + (to - from) * (f(time ? Math.max(v, START) : v) - a) / (b - a), ticks = [];
  if (f === Math.log10) for (let p = time ? START : 10 ** Math.ceil(Math.log10(low)); p <= high * 1.0001; p *= 10) ticks.push(Number(p.toPrecision(6)));
  else for (let step = Math.max(c ? 0 : 1, 10 ** Math.floor(Math.log10((high - (c ? 0 : low)) / 3 || 1))), v = c ? 0 : Math.ceil(low / step) * step, k = (high - v) / step > 12 ? 5 : 1; v <= high; v += step * k) ticks.push(Number(v.toPrecision(6)));
  return { at, ticks, start: time ? START : f === Math.log10 ? low : c ? 0 : low };
}
function frame(svg, w, h, x, y, labels) {
  for (const t of x.ticks) svg.append(S('line', { x1: x.at(t), x2: x.at(t), y1: 14, y2: h - 40, stroke: 'var(--line)' }), S('text', { x: x.at(t), y: h - 26, 'text-anchor': 'middle' }, t));
  for (const t of y.ticks) svg.append(S('line', { x1: 56, x2: w - 14, y1: y.at(t), y2: y.at(t), stroke: 'var(--line)' }), S('text', { x: 50, y: y.at(t) + 4, 'text-anchor': 'end' }, t));
  svg.append(S('text', { x: (56 + w) / 2, y: h - 8, 'text-anchor': 'middle' }, labels[0]), S('text', { x: 14, y: h / 2, 'text-anchor': 'middle', transform: `rotate(-90 14 ${h / 2})` }, labels[1]));
}
// The nearest point within 12 pixels says which task it is; a click shows the run.
function hover(svg, points) {
  const near = e => {
    const box = svg.getBoundingClientRect(), px = e.clientX - box.left, py = e.clientY - box.top;
    let best = null, distance = 144;
    for (const p of points) { const d = (p[0] - px) ** 2 + (p[1] - py) ** 2; if (d < distance) { distance = d; best = p; } }
    return best;
  };
  svg.onmousemove = e => {
    const p = near(e), tip = $('tip');
    tip.style.display = p ? 'block' : 'none';
    if (p) { tip.textContent = p[2].map(i => task(i) + '\n  ' + config(i) + ': ' + get(col.verdict, i) + ', ' + label(col[state.m]) + ' ' + show(col[state.m], col[state.m].at[i])).join('\n'); tip.style.left = Math.min(e.clientX + 12, innerWidth - 320) + 'px'; tip.style.top = e.clientY + 12 + 'px'; }
  };
  svg.onmouseleave = () => { $('tip').style.display = 'none'; };
  svg.onclick = e => { const p = near(e); if (p) pick(p[2][0]); };
}
const label = c => c.title + (c.unit ? ' (' + c.unit + ')' : '');
function range(list) { let low = Infinity, high = -Infinity; for (const v of list) { if (v < low) low = v; if (v > high) high = v; } return [low, high]; }
function quantile() {
  const svg = $('quantile'), w = 520, h = 330, m = col[state.m], lines = [];
  svg.replaceChildren();
  for (const c of D.configs) lines.push([]);
  for (const i of order) if (category(i) === 'correct' && m.at[i] !== null) { const k = D.configs.indexOf(config(i)); if (k >= 0) lines[k].push(i); }
  for (const l of lines) l.sort((a, b) => m.at[a] - m.at[b]);
  const most = Math.max(1, ...lines.map(l => l.length)), [low, high] = range(lines.filter(l => l.length).flatMap(l => [m.at[l[0]], m.at[l[l.length - 1]]]));
  if (low === Infinity) { svg.append(S('text', { x: 60, y: 60 }, 'no right run')); svg.onmousemove = svg.onclick = null; return; }
  const limit = m.unit === 's' && D.limit && D.limit >= high ? D.limit : high;
  const x = scale(null, 0, most, 56, w - 14), y = scale(m, low, limit, h - 40, 14), points = [];
  frame(svg, w, h, x, y, ['tasks solved', label(m)]);
  const LISTED = 19, names = D.configs.map((c, k) => (c.length > 36 ? c.slice(0, 35) + '\u2026' : c) + ' (' + lines[k].length + ')');
  svg.setAttribute('width', w + 34 + Math.ceil(6.5 * Math.max(...names.slice(0, LISTED).map(n => n.length))));
  lines.forEach((l, k) => {
    let path = '', last = null;
    l.forEach((i, n) => {
      const p = [x.at(n + 1), y.at(m.at[i]), [i]];
      points.push(p);
      if (last && n < l.length - 1 && Math.abs(p[0] - last[0]) + Math.abs(p[1] - last[1]) < 1) return;
      path += (path ? 'L' : 'M') + p[0].toFixed(1) + ' ' + p[1].toFixed(1);
      last = p;
    });
    const c = colours[k % colours.length], dashes = ['', '7 4', '2 3', '8 3 2 3'][Math.floor(k / colours.length) % 4]; // no two of 32 are alike
    svg.append(S('path', { d: path || 'M0 0', fill: 'none', stroke: c, 'stroke-width': 2, 'stroke-dasharray': dashes }));
    if (l.length === 1) svg.append(S('circle', { cx: last[0].toFixed(1), cy: last[1].toFixed(1), r: 3, fill: c })); // a path of one point is not seen
    // The legend is right of the plot, where no curve is.
    if (k < LISTED) svg.append(S('line', { x1: w, x2: w + 24, y1: 20 + 15 * k, y2: 20 + 15 * k, stroke: c, 'stroke-width': 2, 'stroke-dasharray': dashes }), S('text', { x: w + 29, y: 24 + 15 * k }, names[k]));
    if (k === LISTED) svg.append(S('text', { x: w, y: 24 + 15 * k }, '... and ' + (lines.length - k) + ' more'));
  });
  if (limit > high) svg.append(S('line', { x1: 56, x2: w - 14, y1: y.at(limit), y2: y.at(limit), stroke: 'var(--rule)', 'stroke-dasharray': '5 3' }));
  hover(svg, points);
}
const lanes = { TIMEOUT: 'time-out', unknown: 'unknown', error: 'error', wrong: 'wrong', missing: 'unrated', fault: 'not run', pending: 'pending' };
const lane = i => category(i) === 'correct' ? null : lanes[get(col.verdict, i)] || lanes[category(i)];
function scatter() {
  const svg = $('scatter'), w = 440, h = 420, m = col[state.m], other = new Map(), pairs = [], values = [];
  svg.replaceChildren();
  const key = i => col.suite.at[i] + ' ' + get(col.path, i) + ' ' + get(col.property, i);
  for (const i of order) if (config(i) === state.y) other.set(key(i), i);
  for (const i of order) {
    const j = config(i) === state.x ? other.get(key(i)) : undefined;
    if (j === undefined || (category(i) !== 'correct' && category(j) !== 'correct')) continue;
    if ((!lane(i) && m.at[i] === null) || (!lane(j) && m.at[j] === null)) continue;
    pairs.push([i, j]);
    for (const k of [i, j]) if (!lane(k)) values.push(m.at[k]);
  }
  if (!pairs.length) { svg.append(S('text', { x: 60, y: 60 }, 'no task that both have and one solves')); svg.onmousemove = svg.onclick = null; return; }
  const [low, most] = range(values), high = m.unit === 's' && D.limit && D.limit >= most ? D.limit : most;
  const used = [...new Set(pairs.flat().map(lane).filter(Boolean))], gap = 16;
  const x = scale(m, low, high, 56, w - 20 - gap * used.length), y = scale(m, low, high, h - 40, 20 + gap * used.length), points = [];
  frame(svg, w, h, x, y, [state.x + ', ' + label(m), state.y + ', ' + label(m)]);
  svg.append(S('line', { x1: x.at(x.start), y1: y.at(y.start), x2: x.at(high), y2: y.at(high), stroke: '#888' }));
  for (const d of [['x', x], ['y', y]]) svg.append(S('line', d[0] === 'x' ? { x1: x.at(high), x2: x.at(high), y1: 14, y2: h - 40, stroke: '#555', 'stroke-dasharray': '5 3' } : { x1: 56, x2: w - 14, y1: y.at(high), y2: y.at(high), stroke: '#555', 'stroke-dasharray': '5 3' }));
  used.forEach((name, k) => svg.append(S('text', { x: 50, y: y.at(high) - gap * (k + 1) + 4, 'text-anchor': 'end' }, name), S('text', { x: 0, y: 0, 'font-size': 9, transform: `translate(${x.at(high) + gap * (k + 1) + 4} ${h - 2}) rotate(-90)` }, name)));
  for (const [i, j] of pairs) {
    const px = lane(i) ? x.at(high) + gap * (used.indexOf(lane(i)) + 1) : x.at(m.at[i]), py = lane(j) ? y.at(high) - gap * (used.indexOf(lane(j)) + 1) : y.at(m.at[j]);
    points.push([px, py, [i, j]]);
  }
  const drawn = new Set();
  for (const p of points) {
    const yes = get(col.expected, p[2][0]) === 'true', at = Math.round(p[0]) + ' ' + Math.round(p[1]) + yes;
    if (drawn.has(at)) continue;
    drawn.add(at);
    svg.append(yes ? S('circle', { cx: p[0].toFixed(1), cy: p[1].toFixed(1), r: 3, fill: 'none', stroke: 'var(--blue)' }) : S('path', { d: `M${p[0].toFixed(1)} ${(p[1] - 4).toFixed(1)}l3.5 6h-7z`, fill: 'var(--red)' }));
  }
  svg.append(S('text', { x: 60, y: 10 }, 'circle: expected true; triangle: expected false'));
  hover(svg, points);
}

// ---- table: only the rows that are seen are in the page
const H = 22;
function header() {
  const head = $('head');
  head.replaceChildren();
  for (const c of cols) {
    const cell = head.appendChild(el('div', null, { style: 'width:' + c.width + 'px' }));
    const button = cell.appendChild(el('button', c.title + (c.unit ? ' (' + c.unit + ')' : ''), { title: 'sort' }));
    button.id = 'sort-' + c.name;
    button.onclick = () => { state.sort = state.sort === c.name ? '-' + c.name : c.name; update(); };
    const input = cell.appendChild(el('input', null, { 'aria-label': 'filter ' + c.title, placeholder: c.values ? 'text, !text' : '>1, 2..5' }));
    input.id = 'filter-' + c.name;
    input.value = state.filters[c.name] || '';
    input.oninput = () => { if (input.value) state.filters[c.name] = input.value; else delete state.filters[c.name]; update(); };
  }
}
function rows() {
  if (state.view === 'tasks') { pivotRows(); return; }
  const body = $('body'), first = Math.max(0, Math.floor(body.scrollTop / H) - 5), last = Math.min(order.length, first + Math.ceil(body.clientHeight / H) + 12);
  const space = el('div', null, { style: `height:${order.length * H}px;width:${cols.reduce((s, c) => s + c.width, 0)}px` });
  const seen = [space];
  for (let n = first; n < last; n++) {
    const i = order[n], k = category(i), r = el('div', null, { class: 'row' + (D.number[i] === state.run ? ' chosen' : ''), style: `top:${n * H}px`, 'data-run': D.number[i] });
    for (const c of cols) {
      const v = get(c, i);
      r.append(el('div', show(c, v), { style: 'width:' + c.width + 'px', class: (c.values ? '' : 'number ') + (c.name === 'verdict' || c.name === 'category' ? k : ''), title: c.values ? show(c, v) : '' }));
    }
    r.onclick = () => pick(i);
    seen.push(r);
  }
  const top = body.scrollTop;
  body.replaceChildren(...seen);
  body.scrollTop = top;
}
// Spans of time, one above what is within it: stages, turns of jobs, searches, queries. A span names itself when it is pointed at.
function flame(spans) {
  const w = Math.max(320, Math.min(1100, $('details').clientWidth - 4)), line = 19, end = Math.max(...spans.map(s => s[2])) || 1, levels = [...new Set(spans.map(s => s[0]))].sort();
  const svg = S('svg', { width: w, height: levels.length * line + 22, class: 'flame' });
  const least = end * 0.6 / w; // of what is thinner, only one is drawn at a place
  const until = {};
  for (const [level, from, to, name] of spans) {
    if (to - from < least && from < (until[level] || 0)) continue;
    until[level] = Math.max(to, from + least);
    const x = w * from / end, width = Math.max(0.6, w * (to - from) / end), y = levels.indexOf(level) * line;
    const box = S('rect', { x: x.toFixed(2), y, width: width.toFixed(2), height: line - 1, fill: ['#b9d7ea', '#f2c9a5', '#bfe0cf', '#dcdcdc'][level % 4], stroke: '#fff', 'stroke-width': width > 4 ? 0.6 : 0 });
    box.append(S('title', {}, name + '\n' + (to - from).toFixed(3) + ' s, from ' + from.toFixed(3) + ' s'));
    svg.append(box);
    if (width > 30) svg.append(S('text', { class: 'on', x: (x + 3).toFixed(1), y: y + 13 }, name.slice(0, Math.floor((width - 4) / 6.2))));
  }
  for (let i = 0; i <= 4; i++) svg.append(S('text', { x: Math.min(w - 2, Math.max(2, w * i / 4)), y: levels.length * line + 15, 'text-anchor': i === 0 ? 'start' : i === 4 ? 'end' : 'middle', fill: '#555' }, (end * i / 4).toPrecision(3) + ' s'));
  return svg;
}
async function details(scroll) {
  const box = $('details'), i = D.number.indexOf(state.run);
  box.replaceChildren();
  if (i < 0) return;
  box.append(el('h2', 'Run ' + state.run + ': ' + task(i) + ', ' + config(i)), el('p', get(col.verdict, i) + (get(col.reason, i) ? ': ' + get(col.reason, i) : '') + ' (' + category(i) + ')'));
  const command = 'ansatz results ' + D.folder + ' --show ' + state.run;
  if ($('d' + state.run)) {
    for (const [title, text] of await unpack('d' + state.run)) box.append(el('h3', title), typeof text === 'string' ? el('pre', text) : flame(text));
  } else box.append(el('p', 'Command line, source with invariants, counterexample and log are not in this page. This shows them:'), el('pre', command));
  box.scrollTop = 0;
  if (scroll && innerWidth <= 1100) box.scrollIntoView({ behavior: 'smooth' });
}
function pick(i) { state.run = D.number[i]; keep(); rows(); details(true); }
let timer = 0;
function update() {
  choose();
  keep();
  pivot();
  for (const v of ['runs', 'tasks']) $('view-' + v).setAttribute('aria-pressed', state.view === v);
  $('differ').checked = state.differ === 'yes';
  $('differ').parentNode.style.display = state.view === 'tasks' ? '' : 'none';
  if (state.view === 'tasks') pivotHeader();
  else if (!$('sort-cpu')) header();
  if (state.view === 'runs') for (const c of cols) $('sort-' + c.name).textContent = c.title + (c.unit ? ' (' + c.unit + ')' : '') + (state.sort === c.name ? ' \u25b2' : state.sort === '-' + c.name ? ' \u25bc' : '');
  $('count').textContent = order.length + ' of ' + N + ' runs' + (state.view === 'tasks' ? ', ' + tasks.length + (tasks.length === 1 ? ' task' : ' tasks') : '');
  $('body').scrollTop = 0;
  rows();
  clearTimeout(timer);
  const draw = () => { summary(); quantile(); scatter(); document.body.dataset.ready = 'yes'; };
  if (timer === 0) draw(); // plots are there at once; while one types, they wait
  timer = setTimeout(draw, 120);
}
function select(id, values, titles, key) {
  const s = $(id);
  values.forEach((v, k) => s.append(el('option', titles[k], { value: v })));
  s.value = state[key];
  s.onchange = () => { state[key] = s.value; keep(); rows(); quantile(); scatter(); };
}
read();
select('measure', measures.map(c => c.name), measures.map(label), 'm');
select('x', D.configs, D.configs, 'x');
select('y', D.configs, D.configs, 'y');
for (const v of ['runs', 'tasks']) $('view-' + v).onclick = () => { state.view = v; $('head').replaceChildren(); update(); };
$('differ').onchange = () => { state.differ = $('differ').checked ? 'yes' : ''; update(); };
$('body').onscroll = () => { $('head').scrollLeft = $('body').scrollLeft; rows(); };
onresize = rows;
onhashchange = () => { read(); $('head').replaceChildren(); update(); details(false); };
update();
details(false);
})();
]==]

return page
