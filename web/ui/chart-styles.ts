import css from 'uplot/dist/uPlot.min.css';

export const chartStyles = `${css}
.chart { inline-size: 100%; min-inline-size: 0; direction: ltr; }
.chart .u-legend { font: inherit; font-size: 0.8125rem; text-align: start; }
.chart .u-legend th, .chart .u-legend td { padding: 2px 6px; border: 0; background: none; font-weight: 400; }
.chart .u-inline tr { margin-inline-end: 12px; }
.chart .u-legend.u-inline tr:first-child th, .chart .u-legend .u-label:empty { display: none; }
.chart .u-inline.u-live th::after { content: none; }
.chart .u-legend .u-value { inline-size: auto; font-variant-numeric: tabular-nums; }
.chart .u-legend .u-marker { inline-size: 14px; block-size: 3px; border-radius: 2px; }
.chart .u-cursor-x { border-inline-end-color: var(--muted); }
`;
