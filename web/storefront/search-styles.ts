/** Where the page gives the box no width, as in a row of a header, it has one of its own, and may shrink. */
export const searchStyles = `
:host { position: relative; container-type: inline-size; contain-intrinsic-inline-size: 320px; min-inline-size: 0; }
form {
	display: flex; align-items: center; border: 1px solid var(--border); border-radius: 999px; background: var(--surface);
	padding-inline: 16px 6px; gap: 4px;
}
form:focus-within { border-color: var(--accent); outline: 2px solid var(--accent); outline-offset: -1px; }
input { flex: 1; min-inline-size: 0; padding: 11px 0; border: 0; background: none; }
input:focus-visible { outline: none; }
input::placeholder { color: var(--muted); opacity: 1; }
input::-webkit-search-cancel-button { display: none; }
.round { display: grid; place-items: center; inline-size: 36px; block-size: 36px; padding: 0; border: 0; border-radius: 50%; background: none; color: var(--muted); }
.round:hover { background: var(--raised); color: var(--text); }
.popup {
	position: absolute; z-index: var(--vitrine-popup-layer, 1000); inset-block-start: calc(100% + 8px); inset-inline: 0;
	max-block-size: min(75vh, 640px); overflow-y: auto; padding: 8px; border: 1px solid var(--border);
	border-radius: var(--radius); background: var(--surface); box-shadow: 0 12px 32px rgb(0 0 0 / 0.18);
}
.columns { display: grid; gap: 4px 16px; }
.group { padding-block-end: 8px; min-inline-size: 0; }
.name { padding: 8px 10px 4px; color: var(--muted); font-size: 0.75em; font-weight: 600; letter-spacing: 0.02em; }
.option {
	display: flex; gap: 10px; align-items: center; padding: 8px 10px; border-radius: calc(var(--radius) - 4px);
	text-decoration: none; cursor: pointer; overflow-wrap: anywhere;
}
.option:hover, .option[aria-selected=true] { background: var(--raised); }
.option[aria-selected=true] { box-shadow: inset 3px 0 var(--accent); }
.option .count { flex: none; margin-inline-start: auto; color: var(--muted); font-size: 0.8125em; font-variant-numeric: tabular-nums; }
.option .frame { flex: none; inline-size: 48px; margin: 0; border-radius: 6px; }
.option .words { min-inline-size: 0; }
.option .title { font-weight: 400; font-size: 0.9375em; }
.option b { font-weight: 600; }
.foot { display: flex; justify-content: space-between; gap: 16px; padding: 4px 10px; }
.nothing { padding: 16px 10px; color: var(--muted); }
@container (min-width: 600px) { .columns.two { grid-template-columns: minmax(200px, 2fr) 3fr; } }
`;
