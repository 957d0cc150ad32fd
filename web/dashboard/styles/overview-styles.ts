/** Shapes of the overview alone: cards of figures and short lists. */
export const overviewStyles = `
.figure-cards { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(290px, 100%), 1fr)); gap: 16px; }
.figure-card { display: flex; flex-direction: column; gap: 8px; }
.figure-head { display: flex; gap: 12px; align-items: flex-start; justify-content: space-between; }
.figure-card .figure h2 { font-size: 0.9375rem; font-weight: 600; }
.figure-card .change { font-variant-numeric: tabular-nums; }
.figure-card .days-table { display: flex; flex-direction: column; block-size: 190px; }
.figure-card .table-frame { overflow: auto; }
.figure-card td { white-space: nowrap; }
.figure-card .hint { margin-block-start: auto; }
@media (min-width: 640px) { .figure-card .u-legend { white-space: nowrap; } }
.short-lists { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(290px, 100%), 1fr)); gap: 16px; }
.short-list { display: flex; flex-direction: column; }
.short-list > :last-child { margin-block-start: auto; padding-block-start: 8px; font-size: 0.875rem; }
.short-list li { display: flex; gap: 16px; justify-content: space-between; padding-block: 6px; border-block-end: 1px solid var(--border); }
.short-list li:last-child { border-block-end: 0; }
.short-list .truncate { flex: 1; min-inline-size: 0; }
.short-list .number { color: var(--muted); font-variant-numeric: tabular-nums; white-space: nowrap; }
.page-link { display: flex; flex-direction: column; gap: 6px; block-size: 100%; color: var(--text); text-decoration: none; }
.page-link:hover { border-color: var(--accent); }
.page-link .icon { color: var(--accent); }
.first-steps ol { counter-reset: step; }
.first-steps li { display: grid; grid-template-columns: auto minmax(0, 1fr); gap: 14px; counter-increment: step; }
.first-steps li::before { content: counter(step); display: grid; place-items: center; inline-size: 28px; block-size: 28px; border-radius: 50%; background: var(--accent); color: var(--on-accent); font-weight: 600; }
`;
