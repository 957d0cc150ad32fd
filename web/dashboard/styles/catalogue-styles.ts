/** The catalogue: lists with pictures, the editor of items, imports. */
export const catalogueStyles = `
.cell-actions { display: flex; gap: 6px; }
.pair { display: grid; grid-template-columns: 1fr 1fr; gap: 12px; }
.beside-field { align-self: flex-end; }
.centred { justify-content: center; }
.spread { justify-content: space-between; align-items: flex-start; }
.item-cell { display: flex; gap: 12px; align-items: center; min-inline-size: 220px; }
.item-picture { flex: none; inline-size: 44px; block-size: 44px; border-radius: 8px; }
.item-head { display: flex; gap: 16px; align-items: center; }
.item-head h2 { overflow-wrap: anywhere; }
.item-head .item-picture { inline-size: 64px; block-size: 64px; }
.item-cell code { overflow-wrap: anywhere; }
.clamped { display: -webkit-box; -webkit-line-clamp: 2; -webkit-box-orient: vertical; overflow: hidden; }
.engine-name { flex: 1 1 200px; align-self: center; min-inline-size: 0; overflow-wrap: anywhere; }
.way-back { align-self: flex-start; }
.json { tab-size: 2; white-space: pre; overflow: auto; }
.pairs > div { display: grid; grid-template-columns: subgrid; grid-column: 1 / -1; padding-block-end: 6px; border-block-end: 1px solid var(--border); }
.pairs > div:last-child { border: 0; }
.pairs code { overflow-wrap: anywhere; }
.pairs dd code { font-size: 0.875rem; }
.tag.wraps { white-space: normal; border-radius: 8px; overflow-wrap: anywhere; }
.file-drop { padding-block: 64px; border-width: 2px; border-color: light-dark(#b3b9b5, #57615c); background: var(--surface); }
.file-drop.over { border-color: var(--accent); background: var(--raised); }
.file-name { overflow-wrap: anywhere; }
.column-cell { min-inline-size: 140px; max-inline-size: 420px; }
.field-cell { min-inline-size: 150px; }
.way { align-items: flex-start; }
.way input { margin-block-start: 5px; }
.way .hint { display: block; }
summary { cursor: pointer; font-weight: 600; }
details pre { margin-block-start: 12px; }
progress { inline-size: 100%; block-size: 10px; accent-color: var(--accent); }
fieldset.plain > legend { float: inline-start; inline-size: 100%; }
fieldset.plain > legend + * { clear: both; }
.notice .button { white-space: normal; }
.field-name { min-inline-size: 130px; }
.examples { min-inline-size: 140px; max-inline-size: 250px; overflow-wrap: anywhere; color: var(--muted); font-size: 0.8125rem; }
.table-frame td > span[dir=auto]:not(.clamped) { display: inline-block; min-inline-size: min(130px, 30vw); }
.check.beside-field { padding-block-end: 8px; }
.refused-id { display: inline-block; min-inline-size: 90px; }
.refused-content { display: -webkit-box; -webkit-line-clamp: 4; -webkit-box-orient: vertical; overflow: hidden; min-inline-size: 260px; }
`;
