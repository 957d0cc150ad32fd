import css from 'uplot/dist/uPlot.min.css';

export const chartStyles = `${css}
.chart { inline-size: 100%; min-inline-size: 0; direction: ltr; }
.chart .u-legend { font: inherit; font-size: 0.8125rem; text-align: start; }
.chart .u-legend th, .chart .u-legend td { padding: 2px 6px; border: 0; background: none; font-weight: 400; }
.chart .u-inline tr { margin-inline-end: 12px; }
.chart .u-cursor-x { border-inline-end-color: var(--muted); }
`;
