/** Search preview: cards of products, facets, bars of scores, two lists side by side. */
export const previewStyles = `
.preview-top { display: grid; grid-template-columns: minmax(0, 2.4fr) minmax(260px, 1fr); gap: 16px; align-items: start; }
.preview-fields { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(180px, 100%), 1fr)); gap: 12px; }
.preview-find .button { align-self: start; }
.preview-suggestions { display: flex; flex-direction: column; gap: 6px; }
.preview-suggestions legend { margin-block-end: 6px; color: var(--muted); font-size: 0.8125rem; font-weight: 400; }
.preview-suggestions button { white-space: normal; text-align: start; }
.preview-suggestions button:hover { border-color: var(--accent); }
.preview-options > .stack { padding-block-start: 12px; gap: 10px; }
.preview-options summary, .preview-reading summary { cursor: pointer; font-weight: 600; }
.preview-reading { padding-block: 12px; }
.preview-reading > .stack, .preview-reading > .skeleton { padding-block-start: 14px; }
.preview-reading q { font-style: italic; }
.preview-count { font-size: 1.0625rem; }
.preview-part { padding-inline-end: 2px; white-space: normal; }
.preview-part .quiet { padding: 3px; }

.preview-columns { display: grid; grid-template-columns: 216px minmax(0, 1fr); gap: 24px; align-items: start; }
.preview-filters { display: flex; flex-direction: column; gap: 12px; }
.preview-filters-toggle { display: none; }
.preview-facets { display: flex; flex-direction: column; gap: 18px; }
.preview-facets > .button { align-self: start; }
.preview-facets fieldset { gap: 6px; }
.preview-facets legend { margin-block-end: 6px; overflow-wrap: anywhere; }
.preview-facets ul { display: flex; flex-direction: column; gap: 4px; }
.preview-facets .check { align-items: flex-start; font-size: 0.875rem; line-height: 1.4; }
.preview-facets .check input { margin-block-start: 3px; }
.preview-facets .check span:first-of-type { flex: 1; min-inline-size: 0; overflow-wrap: anywhere; }
.preview-facets .button.small { align-self: start; }
.preview-range { display: grid; grid-template-columns: 1fr 1fr; gap: 8px; }

.preview-results { display: grid; grid-template-columns: repeat(auto-fill, minmax(min(168px, 45%), 1fr)); gap: 16px; }
.preview-card { display: flex; flex-direction: column; gap: 4px; block-size: 100%; padding: 12px; border: 1px solid var(--border); border-radius: 12px; background: var(--surface); }
.preview-card .button { align-self: start; margin-block-start: auto; }
.preview-frame { position: relative; aspect-ratio: 1; margin-block-end: 6px; border-radius: 8px; }
.preview-rank { position: absolute; inset-block-start: 6px; inset-inline-start: 6px; min-inline-size: 24px; padding: 0 6px; border: 1px solid var(--border); border-radius: 99px; background: var(--surface); font-size: 0.8125rem; font-weight: 600; text-align: center; }
.preview-brand { overflow: hidden; color: var(--muted); font-size: 0.8125rem; text-overflow: ellipsis; white-space: nowrap; }
.preview-title { display: -webkit-box; overflow: hidden; font-size: 0.875rem; font-weight: 500; -webkit-box-orient: vertical; -webkit-line-clamp: 3; overflow-wrap: anywhere; }
.preview-title em { font-style: normal; border-radius: 3px; background: light-dark(#e2efe9, #24443a); color: inherit; }
.preview-prices { display: flex; flex-wrap: wrap; gap: 2px 8px; align-items: baseline; margin-block-end: 6px; font-variant-numeric: tabular-nums; }
.preview-prices s { font-size: 0.8125rem; }
.preview-pager { justify-content: center; }

.preview-why + .preview-why { padding-block-start: 16px; border-block-start: 1px solid var(--border); }
.preview-why h4 { margin: 0; font-size: 0.9375rem; }
.preview-reason { display: flex; gap: 8px; align-items: flex-start; overflow-wrap: anywhere; }
.preview-reason .icon { margin-block-start: 3px; color: var(--warning); }
.preview-score tbody th, .preview-score tfoot th { background: none; border-block-end: 1px solid var(--border); white-space: normal; }
.preview-score tbody tr:last-child td { border-block-end: 1px solid var(--border); }
.preview-score tfoot th, .preview-score tfoot td { border-block-end: 0; }
.preview-score td:last-child { inline-size: 34%; min-inline-size: 64px; vertical-align: middle; }
.preview-score tbody tr:has(+ .preview-detail) > * { border-block-end: 0; padding-block-end: 2px; }
.preview-detail td { padding-block-start: 0; color: var(--muted); font-size: 0.8125rem; }
.preview-bar { position: relative; display: block; block-size: 12px; border-radius: 4px; background: var(--raised); overflow: hidden; }
.preview-bar span { position: absolute; inset-block: 0; min-inline-size: 2px; border-radius: 3px; }
.preview-bar .first { background: var(--series-3); }
.preview-bar .added { background: var(--series-1); }
.preview-bar .taken { background: var(--series-2); }


.preview-compare { display: grid; grid-template-columns: minmax(260px, 320px) minmax(0, 1fr); gap: 16px; align-items: start; }
.preview-sides { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(300px, 100%), 1fr)); gap: 16px; align-items: start; }
.preview-hits { display: flex; flex-direction: column; }
.preview-hits li { display: grid; grid-template-columns: 20px 48px minmax(0, 1fr); gap: 10px; align-items: center; min-block-size: 84px; padding-block: 8px; border-block-start: 1px solid var(--border); }
.preview-hit-rank { color: var(--muted); text-align: end; font-variant-numeric: tabular-nums; }
.preview-thumb { inline-size: 48px; block-size: 48px; border-radius: 6px; }
.preview-hit-text { display: flex; flex-direction: column; min-inline-size: 0; font-size: 0.875rem; line-height: 1.35; overflow-wrap: anywhere; }
.preview-hit-text .preview-prices { margin: 0; }
.preview-hit-text .row { gap: 4px 8px; }
.preview-hit-title { display: -webkit-box; overflow: hidden; -webkit-box-orient: vertical; -webkit-line-clamp: 2; }
/* Words stay whole: a table that is too wide scrolls. */
.preview-why td, .preview-compare td, .preview-reading td { overflow-wrap: break-word; }
@media (min-width: 1001px) and (min-height: 1000px) { .preview-compare > :first-child { position: sticky; inset-block-start: 16px; } }

@media (max-width: 1000px) {
	.preview-compare { grid-template-columns: minmax(0, 1fr); }
	.preview-score :is(th, td) { padding-inline: 7px; }
	.preview-find .hint { display: none; }
	.preview-find { display: grid; grid-template-columns: minmax(0, 1fr) auto; gap: 8px 12px; align-items: end; }
	.preview-find h2 { grid-column: 1 / -1; margin: 0; }
	.preview-find .button { align-self: end; }
	.preview-top { grid-template-columns: minmax(0, 1fr); }
	.preview-columns { grid-template-columns: minmax(0, 1fr); gap: 12px; }
	.preview-filters-toggle { display: inline-flex; align-self: start; }
	.preview-filters:not(.open) .preview-facets { display: none; }
}
`;
