export const recommendationStyles = `
.editor { display: grid; grid-template-columns: minmax(0, 1fr) minmax(0, 1fr); gap: 20px; align-items: start; }
.editor .preview { position: sticky; inset-block-start: 16px; max-block-size: calc(100vh - 32px); overflow-y: auto; }
.save-bar { position: sticky; inset-block-end: 0; padding-block: 10px; background: var(--ground); }
.condition { display: flex; gap: 8px; align-items: flex-start; padding: 10px; border: 1px solid var(--border); border-radius: 8px; }
.condition > .grow { flex: 1; min-inline-size: 0; }
.condition .columns { grid-template-columns: repeat(auto-fit, minmax(min(130px, 100%), 1fr)); gap: 10px; }
.list-input ul { display: flex; flex-wrap: wrap; gap: 6px; }
.list-input .tag { white-space: normal; overflow-wrap: anywhere; }
.tag .quiet { padding: 2px; }
.chain { display: flex; flex-direction: column; gap: 4px; }
.chain li { padding: 2px 10px; border: 1px solid var(--border); border-radius: 8px; }
.picker { position: relative; }
.picker [role=listbox] { position: absolute; inset-inline: 0; inset-block-start: 100%; z-index: 5; margin-block-start: 4px; padding: 4px; border: 1px solid var(--border); border-radius: 10px; background: var(--surface); box-shadow: 0 8px 30px #00000026; }
.picker [role=option] { padding: 7px 10px; border-radius: 7px; cursor: pointer; }
.picker [role=option]:hover, .picker [aria-selected=true] { background: var(--raised); }
.shown-items { display: flex; flex-direction: column; gap: 10px; }
.shown-items > li { display: grid; grid-template-columns: 72px minmax(0, 1fr); gap: 12px; align-items: start; }
.shown-items .picture { inline-size: 72px; block-size: 72px; border-radius: 8px; background: var(--raised); overflow: hidden; }
.signals { display: flex; flex-direction: column; gap: 3px; }
.signals .bar { display: block; block-size: 5px; border-radius: 3px; }
.signals .series-1 { background: var(--series-1); }
.signals .series-2 { background: var(--series-2); }
.signals .series-3 { background: var(--series-3); }
.signals .series-4 { background: var(--series-4); }
summary { cursor: pointer; padding-block: 4px; font-weight: 600; }
details[open] > summary { margin-block-end: 10px; }
@media (max-width: 1100px) { .editor { grid-template-columns: minmax(0, 1fr); } .editor .preview { position: static; max-block-size: none; } }
`;
