/** Search settings: the section, the search beside it, lists that are put in order. */
export const settingsStyles = `
.section-links { border-block-end: 1px solid var(--border); overflow-x: auto; }
.section-links ul { display: flex; gap: 4px; }
.section-links a { display: block; padding: 8px 12px; border-block-end: 2px solid transparent; color: var(--muted); text-decoration: none; white-space: nowrap; }
.section-links a:hover { color: var(--text); }
.section-links [aria-current=page] { border-block-end-color: var(--accent); color: var(--text); font-weight: 600; }
.settings-grid { display: grid; grid-template-columns: minmax(0, 1fr) 340px; gap: 20px; align-items: start; }
.try-box { position: sticky; inset-block-start: 16px; max-block-size: calc(100vh - 32px); overflow-y: auto; }
.card-head { display: flex; flex-wrap: wrap; gap: 12px 24px; align-items: flex-start; justify-content: space-between; }
.card-head > div:first-child { flex: 1 1 280px; max-inline-size: 75ch; }
.save-bar { position: sticky; inset-block-end: 12px; z-index: 10; display: flex; flex-wrap: wrap; gap: 10px 24px; align-items: center; justify-content: space-between; padding: 12px 16px; border: 1px solid var(--accent); border-radius: 12px; background: var(--surface); box-shadow: 0 8px 30px #00000026; }
.save-bar .actions { margin-inline-start: auto; }
.row-actions { display: inline-flex; gap: 2px; }
td .row-actions { margin-block: -5px; white-space: nowrap; }
.rule { display: inline-flex; flex-wrap: wrap; gap: 4px 8px; align-items: center; }
[dir=rtl] .rule .arrow, .rule:dir(rtl) .arrow { display: inline-block; transform: scaleX(-1); }
.suggested { display: grid; grid-template-columns: repeat(auto-fill, minmax(min(260px, 100%), 1fr)); gap: 4px 24px; }
.suggested li { display: flex; gap: 10px; align-items: center; min-inline-size: 0; }
.suggested bdi { flex: 1 1 auto; min-inline-size: 0; }
.settings-grid td { vertical-align: middle; }
.settings-grid .check { align-items: baseline; }
.settings-grid .check input { flex: none; }
.switch-field { display: flex; gap: 10px; align-items: flex-start; }
.switch-field .label { font-size: inherit; }
.switch-field input { flex: none; inline-size: 18px; block-size: 18px; margin: 1px 0 0; }
.add-form { display: flex; flex-wrap: wrap; gap: 8px; align-items: flex-start; }
.add-form .field { flex: 1 1 220px; }
.add-form > .button { margin-block-start: 24px; }
.chips { display: flex; flex-wrap: wrap; gap: 8px; }
.chips:empty { display: none; }
.chip { display: inline-flex; gap: 6px; align-items: center; padding: 2px 4px 2px 10px; padding-inline: 10px 4px; border: 1px solid var(--border); border-radius: 99px; background: var(--raised); max-inline-size: 100%; overflow-wrap: anywhere; }
.chip.wrong { border-color: var(--danger); }
.chip .quiet { padding: 4px; }
.facet-list { container-type: inline-size; display: flex; flex-direction: column; gap: 8px; }
.facet-list > li { display: grid; grid-template-columns: minmax(0, 1fr) auto; gap: 6px 12px; align-items: center; padding: 10px 12px; border: 1px solid var(--border); border-radius: 10px; background: var(--surface); }
.facet-list > li.dragged { opacity: 0.5; }
.facet-list > li.over { border-color: var(--accent); box-shadow: inset 0 0 0 1px var(--accent); }
.facet-head { display: flex; gap: 6px 10px; grid-row: 1; align-items: center; min-inline-size: 0; }
.facet-name { font-weight: 600; overflow-wrap: anywhere; }
.handle { display: inline-flex; color: var(--muted); cursor: grab; }
.facet-controls { grid-column: 1 / -1; grid-row: 2; display: inline-flex; flex-wrap: wrap; gap: 8px; align-items: center; }
.facet-size { display: inline-flex; gap: 8px; align-items: center; }
.facet-controls select { inline-size: auto; min-inline-size: 0; padding: 4px 8px; }
.facet-controls input[type=number] { inline-size: 68px; padding: 4px 8px; }
.facet-values, .facet-list > li > .problem { grid-column: 1 / -1; font-size: 0.8125rem; }
ul.facet-values { display: flex; flex-wrap: wrap; gap: 2px 14px; }
.facet-list > li > .row-actions { grid-column: 2; grid-row: 1; }
@container (min-width: 700px) {
	.facet-list > li { grid-template-columns: minmax(0, 1fr) auto auto; }
	.facet-controls { grid-column: 2; grid-row: 1; min-inline-size: 310px; }
	.facet-list > li > .row-actions { grid-column: 3; }
}
.slider { display: flex; gap: 12px; align-items: center; }
.slider input { flex: 1 1 auto; min-inline-size: 0; max-inline-size: 360px; }
.slider output { min-inline-size: 4ch; font-variant-numeric: tabular-nums; }
.popularity { display: flex; flex-direction: column; gap: 8px; }
.popularity:empty { display: none; }
.popularity li { display: grid; grid-template-columns: minmax(80px, 1fr) minmax(120px, 2fr) auto auto; gap: 8px 12px; align-items: center; }
.popularity li > .problem { grid-column: 1 / -1; }
input.narrow { inline-size: 12ch !important; text-align: end; }
.settings-grid code { white-space: nowrap; }
.settings-grid td:first-child { min-inline-size: 12ch; }
.weighed-field { display: flex; flex-direction: column; overflow-wrap: anywhere; }
.quick-tries { display: flex; flex-wrap: wrap; gap: 6px; align-items: baseline; }
.trial-hits { display: flex; flex-direction: column; }
.trial-hits li { display: flex; gap: 8px; align-items: baseline; padding-block: 5px; border-block-end: 1px solid var(--border); font-size: 0.875rem; }
.trial-hits li:last-child { border-block-end: 0; }
.trial-hits bdi { flex: 1 1 auto; display: -webkit-box; overflow: hidden; min-inline-size: 0; overflow-wrap: anywhere; -webkit-box-orient: vertical; -webkit-line-clamp: 2; }
.trial-hits .rank { min-inline-size: 2ch; text-align: end; font-variant-numeric: tabular-nums; }
.trial-hits.gone bdi { text-decoration: line-through; color: var(--muted); }
@media (max-width: 1180px) {
	.settings-grid { grid-template-columns: minmax(0, 1fr); }
	.try-box { position: static; max-block-size: none; }
}
@media (max-width: 620px) {
	.add-form > .button { margin-block-start: 0; }
	input.narrow { inline-size: 8ch !important; }
	.card-head .actions { justify-content: flex-start; }
	.popularity li { grid-template-columns: minmax(0, 1fr) auto; }
	.popularity .slider { grid-column: 1 / -1; }
	.save-bar { inset-block-end: 0; margin-inline: -16px; border-inline: 0; border-radius: 0; }
}
`;
