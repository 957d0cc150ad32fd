/** Controls and parts that all pages have: buttons, fields, tables, tabs, dialogs, notes. */
export const controlStyles = `
button, input, select, textarea { font: inherit; color: inherit; }
button { cursor: pointer; }
button:disabled { cursor: default; opacity: 0.55; }
.button { display: inline-flex; align-items: center; justify-content: center; gap: 7px; padding: 7px 13px; border: 1px solid var(--border); border-radius: 8px; background: var(--surface); color: var(--text); text-decoration: none; white-space: nowrap; }
.button:hover:not(:disabled) { border-color: var(--accent); }
.button.strong { border-color: var(--accent); background: var(--accent); color: var(--on-accent); font-weight: 600; }
.button.danger { border-color: var(--danger); color: var(--danger); }
.button[aria-pressed=true] { border-color: var(--accent); background: var(--raised); box-shadow: inset 0 0 0 1px var(--accent); }
.button.small { padding: 3px 9px; font-size: 0.8125rem; }
.quiet { display: inline-flex; align-items: center; justify-content: center; padding: 6px; border: 0; border-radius: 8px; background: none; color: var(--muted); }
.quiet:hover:not(:disabled) { background: var(--raised); color: var(--text); }
.link { padding: 2px 0; border: 0; background: none; color: var(--accent); text-align: start; text-decoration: underline; text-underline-offset: 3px; }
.field { display: flex; flex-direction: column; gap: 5px; min-inline-size: 0; }
.label { font-size: 0.8125rem; font-weight: 600; }
.hint { color: var(--muted); font-size: 0.8125rem; }
.problem { color: var(--danger); font-size: 0.8125rem; }
input:not([type=checkbox], [type=radio], [type=range], [type=file]), select, textarea { inline-size: 100%; min-inline-size: 0; padding: 7px 10px; border: 1px solid light-dark(#8b928e, #6d7772); border-radius: 8px; background: var(--surface); }
input[aria-invalid=true], textarea[aria-invalid=true], select[aria-invalid=true] { border-color: var(--danger); box-shadow: inset 0 0 0 1px var(--danger); }
input[type=checkbox], input[type=radio], input[type=range] { accent-color: var(--accent); }
textarea { resize: vertical; min-block-size: 84px; }
textarea.mono { line-height: 1.5; tab-size: 2; }
.check { display: flex; gap: 8px; align-items: center; }
fieldset { min-inline-size: 0; display: flex; flex-direction: column; gap: 10px; }
legend { font-weight: 600; }

.table-frame { overflow-x: auto; border: 1px solid var(--border); border-radius: 10px; background: var(--surface); }
table { inline-size: 100%; border-collapse: collapse; font-variant-numeric: tabular-nums; }
th, td { padding: 8px 12px; text-align: start; vertical-align: top; border-block-end: 1px solid var(--border); }
tbody tr:last-child td { border-block-end: 0; }
tbody tr:hover { background: var(--raised); }
th { background: var(--raised); font-size: 0.8125rem; font-weight: 600; white-space: nowrap; }
/* A word is not broken for want of a scroll: the frame of the table has one. */
td { overflow-wrap: break-word; }
/* A name that somebody gave, however long, leaves room for the other columns. */
td > .named { display: inline-block; inline-size: max-content; max-inline-size: min(22ch, 60vw); overflow-wrap: anywhere; }
td > .named.mono { display: block; max-inline-size: min(46ch, 60vw); }
td > .buttons { display: flex; gap: 8px; }
th.number, td.number { text-align: end; white-space: nowrap; }
.sort { display: inline-flex; padding: 0; border: 0; background: none; font-weight: inherit; text-decoration: underline dotted; text-underline-offset: 4px; }
[aria-sort=ascending] .sort::after { content: ' ↑' / ''; white-space: pre; }
[aria-sort=descending] .sort::after { content: ' ↓' / ''; white-space: pre; }

.tabs { display: flex; gap: 4px; overflow-x: auto; border-block-end: 1px solid var(--border); }
.tabs [role=tab] { padding: 8px 12px; border: 0; border-block-end: 2px solid transparent; background: none; color: var(--muted); white-space: nowrap; }
.tabs [aria-selected=true] { border-block-end-color: var(--accent); color: var(--text); font-weight: 600; }

dialog { inline-size: min(480px, calc(100vw - 24px)); max-block-size: calc(100vh - 32px); padding: 22px; border: 1px solid var(--border); border-radius: 14px; background: var(--surface); color: var(--text); box-shadow: 0 24px 80px #00000040; }
dialog[open] { display: flex; flex-direction: column; gap: 16px; }
dialog.wide { inline-size: min(1040px, calc(100vw - 24px)); }
dialog::backdrop { background: #0f151299; }
.dialog-head { display: flex; align-items: flex-start; justify-content: space-between; gap: 16px; }

.notice { display: flex; gap: 10px; padding: 12px 14px; border: 1px solid var(--border); border-inline-start: 4px solid var(--accent); border-radius: 10px; background: var(--surface); }
.notice > div { display: flex; flex-direction: column; gap: 8px; align-items: flex-start; min-inline-size: 0; overflow-wrap: anywhere; }
.notice.error { border-inline-start-color: var(--danger); }
.notice.error > .icon { color: var(--danger); }
.notice.warning { border-inline-start-color: var(--warning); }
.notice.warning > .icon { color: var(--warning); }
.notice.done > .icon { color: var(--good); }
.toasts { position: fixed; inset-inline: 16px; inset-block-end: 16px; z-index: 30; display: flex; justify-content: center; pointer-events: none; }
.toast { display: flex; align-items: center; gap: 10px; padding: 10px 16px; border: 1px solid var(--border); border-radius: 10px; background: var(--surface); box-shadow: 0 8px 30px #00000026; pointer-events: auto; }
.toast.done .icon { color: var(--good); }
.toast.error .icon { color: var(--danger); }

.empty { display: flex; flex-direction: column; align-items: center; gap: 10px; padding: 48px 20px; border: 1px dashed var(--border); border-radius: 12px; text-align: center; }
.empty > .icon { color: var(--muted); }
.empty > p { max-inline-size: 60ch; }
.skeleton { display: flex; flex-direction: column; gap: 12px; }
.skeleton .bar { block-size: 18px; border-radius: 6px; background: linear-gradient(90deg, var(--raised), var(--border), var(--raised)) 0 0 / 300% 100%; animation: shimmer 1.6s infinite linear; }
.skeleton .bar:nth-child(even) { inline-size: 70%; }
@keyframes shimmer { from { background-position: 150% 0; } to { background-position: -150% 0; } }

.tag { display: inline-flex; align-items: center; gap: 4px; padding: 1px 8px; border: 1px solid var(--border); border-radius: 99px; background: var(--raised); font-size: 0.8125rem; white-space: nowrap; }
.tag.good { color: var(--good); border-color: currentColor; }
.tag.warning { color: var(--warning); border-color: currentColor; }
.tag.danger { color: var(--danger); border-color: currentColor; }
.figure { display: flex; flex-direction: column; gap: 2px; }
.figure .value { font-size: 1.625rem; font-weight: 650; line-height: 1.2; font-variant-numeric: tabular-nums; }
.change.up { color: var(--good); }
.change.down { color: var(--danger); }
.pairs { display: grid; grid-template-columns: fit-content(45%) minmax(0, 1fr); gap: 6px 16px; }
.pairs dt { color: var(--muted); }
.pairs dd { overflow-wrap: anywhere; }
.picture-frame { display: grid; place-items: center; background: var(--raised); overflow: hidden; }
.picture-frame > :is(.icon, img) { grid-area: 1 / 1; }
.picture-frame > .icon { color: var(--border); }
.picture-frame > img { position: relative; inline-size: 100%; block-size: 100%; background: var(--raised); object-fit: contain; }
.all-well { display: flex; align-items: center; gap: 8px; color: var(--muted); }
.all-well .icon { color: var(--good); }
.problems li { display: grid; grid-template-columns: auto minmax(0, 1fr) auto; gap: 4px 12px; align-items: start; padding-block: 10px; border-block-end: 1px solid var(--border); }
.problems li:last-child { padding-block-end: 0; border-block-end: 0; }
.problems .sentence { overflow-wrap: anywhere; }
.problem-error .icon { color: var(--danger); }
.problem-warning .icon { color: var(--warning); }
.problem-notice .icon { color: var(--accent); }
@media (max-width: 640px) { .problems li { grid-template-columns: auto minmax(0, 1fr); } .problems li > a { grid-column: 2; } }
`;
