export const resultsStyles = `
:host { container-type: inline-size; contain-intrinsic-inline-size: 1000px; min-inline-size: 0; max-inline-size: 100%; }
.layout { display: grid; gap: var(--gap) calc(2 * var(--gap)); grid-template-columns: minmax(0, 1fr); }
.bar { display: flex; flex-wrap: wrap; gap: 8px var(--gap); align-items: center; margin-block-end: 12px; }
.bar h2 { flex: 1 1 200px; font-size: 1.25em; line-height: 1.3; overflow-wrap: anywhere; }
.bar h2:focus { outline: none; }
.count { color: var(--muted); font-size: 0.875em; font-weight: 400; }
.bar label { display: flex; gap: 8px; align-items: center; color: var(--muted); font-size: 0.875em; }
select, input[type=number] { padding: 8px 10px; border: 1px solid var(--border); border-radius: var(--radius); background: var(--surface); color: var(--text); }
.chips { display: flex; flex-wrap: wrap; gap: 8px; margin-block-end: 12px; }
.chips button { display: flex; gap: 8px; align-items: center; max-inline-size: 100%; padding: 5px 12px; border: 1px solid var(--border); border-radius: 999px; background: var(--raised); font-size: 0.875em; overflow-wrap: anywhere; }
.chips button.link { border: 0; background: none; padding-inline: 4px; }
.grid { display: grid; gap: calc(1.5 * var(--gap)) var(--gap); grid-template-columns: repeat(auto-fill, minmax(min(var(--vitrine-card-width, 200px), 44%), 1fr)); }
.grid > li { min-inline-size: 0; }
.stale img { opacity: 0.55; transition: opacity 0.15s 0.15s; }
.blank .frame { margin-block-end: 10px; }
.blank .line { block-size: 1em; margin-block-end: 8px; border-radius: 4px; background: var(--raised); }
.blank .line:last-child { inline-size: 45%; }
.facets { display: none; align-content: start; gap: 20px; }
.facets.open { display: grid; }
.facet legend, .facet .name { margin-block-end: 8px; font-size: 0.9375em; font-weight: 600; }
.facet li > label { display: flex; gap: 8px; align-items: baseline; padding: 3px 0; font-size: 0.9375em; cursor: pointer; overflow-wrap: anywhere; }
.facet input[type=checkbox] { flex: none; inline-size: 16px; block-size: 16px; margin: 0; accent-color: var(--accent); align-self: center; }
.facet .count { flex: none; margin-inline-start: auto; font-variant-numeric: tabular-nums; }
.tree button { display: flex; gap: 8px; inline-size: 100%; padding: 4px 0; border: 0; background: none; text-align: start; font-size: 0.9375em; }
.tree button[aria-pressed=true] { font-weight: 600; color: var(--accent); }
.tree button:hover span:first-child { text-decoration: underline; text-underline-offset: 3px; }
.tree ul ul { padding-inline-start: 14px; border-inline-start: 1px solid var(--border); }
.slider { position: relative; isolation: isolate; block-size: 28px; margin-inline: 2px; }
.slider::before { content: ""; position: absolute; inset-inline: 0; inset-block-start: 12px; block-size: 4px; border-radius: 2px; background: var(--border); }
.slider .chosen { position: absolute; inset-block-start: 12px; block-size: 4px; border-radius: 2px; background: var(--accent); }
.slider .front { z-index: 1; }
.slider input { position: absolute; inset: 0; inline-size: 100%; block-size: 28px; margin: 0; background: none; appearance: none; pointer-events: none; accent-color: var(--accent); }
.slider input::-webkit-slider-thumb { appearance: none; inline-size: 20px; block-size: 20px; border: 2px solid var(--surface); border-radius: 50%; background: var(--accent); cursor: grab; pointer-events: auto; }
.slider input::-moz-range-thumb { inline-size: 16px; block-size: 16px; border: 2px solid var(--surface); border-radius: 50%; background: var(--accent); cursor: grab; pointer-events: auto; }
.ends { display: flex; justify-content: space-between; gap: 8px; color: var(--muted); font-size: 0.875em; font-variant-numeric: tabular-nums; }
.pager { display: flex; flex-wrap: wrap; gap: 6px; justify-content: center; margin-block-start: calc(2 * var(--gap)); }
.pager a, .pager .gap { display: grid; place-items: center; min-inline-size: 40px; block-size: 40px; padding-inline: 8px; border-radius: var(--radius); text-decoration: none; font-variant-numeric: tabular-nums; }
.pager a { border: 1px solid var(--border); background: var(--surface); }
.pager a:hover { border-color: var(--accent); }
.pager a[aria-current] { border-color: var(--accent); background: var(--accent); color: var(--on-accent); }
.none { padding-block: calc(2 * var(--gap)); }
.none p { margin-block-end: 12px; }
.none ul { display: flex; flex-wrap: wrap; gap: 8px; }
.none a { display: block; padding: 8px 14px; border: 1px solid var(--border); border-radius: 999px; text-decoration: none; }
.none a:hover { border-color: var(--accent); }
@container (min-width: 820px) {
	.layout.faceted { grid-template-columns: minmax(190px, 240px) minmax(0, 1fr); }
	.facets, .facets.open { display: grid; }
	.toggle { display: none; }
}
`;
