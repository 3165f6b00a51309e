// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
// Charts without a library: what display() is given is a plotly figure, a picture or a page.

// --- A walk that turns: the logistic map falls into chaos as its rate grows ---------------------------
const rates = [];
const values = [];
for (let rate = 2.6; rate <= 4; rate += 0.004) {
  let x = 0.5;
  for (let step = 0; step < 200; ++step) x = rate * x * (1 - x);
  for (let step = 0; step < 60; ++step) {
    x = rate * x * (1 - x);
    rates.push(Number(rate.toFixed(3)));
    values.push(Number(x.toFixed(4)));
  }
}
display({
  data: [{ type: 'scattergl', mode: 'markers', x: rates, y: values, marker: { size: 2, color: values, colorscale: 'Viridis' } }],
  layout: { title: 'The road to chaos', xaxis: { title: 'Rate' }, yaxis: { title: 'Where it settles' } },
});
console.log(`${values.length} points of the logistic map`);

// --- The same as a picture of its own -----------------------------------------------------------------
const petals = Array.from({ length: 12 }, (_, at) =>
  `<ellipse cx="0" cy="-60" rx="18" ry="55" fill="hsl(${at * 30} 70% 55% / 0.7)" transform="rotate(${at * 30})"/>`);
display(`<svg xmlns="http://www.w3.org/2000/svg" width="260" height="260" viewBox="-130 -130 260 260">${petals.join('')}</svg>`);
