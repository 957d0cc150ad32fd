/** The list of reports, and the parts of a report. */
export const statisticsStyles = `
.report-groups { columns: 3 320px; column-gap: 16px; }
.report-groups > .card { break-inside: avoid; margin-block-end: 16px; }
.report-links { display: flex; flex-direction: column; gap: 10px; }
.report-links a { font-weight: 600; text-decoration: none; }
.report-links a:hover { text-decoration: underline; }
.tag[href] { color: var(--text); text-decoration: none; white-space: normal; }
.tag[href]:hover { border-color: var(--accent); }
.filters { display: grid; grid-template-columns: repeat(auto-fill, minmax(min(200px, 100%), 1fr)); gap: 12px 16px; align-items: start; }
.figures { display: grid; grid-template-columns: repeat(auto-fill, minmax(min(220px, 100%), 1fr)); gap: 12px; }
.filters .check { align-self: end; padding-block: 8px; }
.filters fieldset { gap: 4px; }
.filters legend { font-size: 0.8125rem; padding-block-end: 5px; }
.more-filters > summary { padding-block: 6px; cursor: pointer; color: var(--accent); }
.more-filters > .filters { padding-block-start: 10px; }
.report-switch { display: flex; flex-wrap: wrap; gap: 8px 16px; align-items: end; }
.report-switch select { inline-size: min(340px, 100%); }
.report-switch > a { padding-block: 7px; }
.world { inline-size: 100%; max-block-size: 420px; border-radius: 8px; background: var(--raised); }
.world line { stroke: var(--border); stroke-width: 0.4; }
.world circle { fill: var(--series-1); fill-opacity: 0.75; }
.report-table td > :is(span, a) { display: inline-block; inline-size: max-content; max-inline-size: min(44ch, 60vw); }
.report-table td > .item { max-inline-size: 20ch; }
`;
