/** The page as a whole: ground, menu, heads, cards. */
export const frameStyles = `
*, ::before, ::after { box-sizing: border-box; }
html { background: var(--ground); color: var(--text); font: 15px/1.5 ui-sans-serif, system-ui, sans-serif; }
html[data-going]::before { content: ''; position: fixed; inset: 0 0 auto; z-index: 50; block-size: 2px; background: var(--accent); }
body { margin: 0; min-block-size: 100vh; }
h1, h2, h3, p, ul, ol, dl, dd, fieldset, legend, pre, figure { margin: 0; padding: 0; border: 0; }
ul, ol { list-style: none; }
h1 { font-size: 1.5rem; line-height: 1.25; letter-spacing: -0.01em; text-wrap: balance; }
h2 { font-size: 1.0625rem; line-height: 1.35; }
h3 { font-size: 0.9375rem; line-height: 1.35; }
h1, h2, h3 { overflow-wrap: anywhere; }
a { color: var(--accent); text-underline-offset: 3px; }
img { display: block; max-inline-size: 100%; }
code, pre, .mono { font-family: ui-monospace, 'Cascadia Mono', Menlo, Consolas, monospace; font-size: 0.8125rem; }
pre { padding: 12px; border: 1px solid var(--border); border-radius: 8px; background: var(--raised); overflow: auto; max-block-size: 60vh; white-space: pre-wrap; overflow-wrap: anywhere; }
:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; }
main:focus { outline: none; }
[hidden] { display: none !important; }
[dir=auto] { text-align: -webkit-match-parent; text-align: match-parent; }
.icon { flex: none; }
.muted { color: var(--muted); }
.hidden { position: absolute; inline-size: 1px; block-size: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }
.skip { position: fixed; inset-inline-start: 12px; inset-block-start: -60px; z-index: 40; padding: 8px 14px; border-radius: 8px; background: var(--surface); }
.skip:focus { inset-block-start: 12px; }
.stack { display: flex; flex-direction: column; gap: 16px; min-inline-size: 0; }
.stack.tight { gap: 8px; }
.row { display: flex; flex-wrap: wrap; gap: 8px 12px; align-items: center; }
.row > .grow { flex: 1 1 200px; min-inline-size: 0; }
.columns { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(320px, 100%), 1fr)); gap: 16px; align-items: start; }
.actions { display: flex; flex-wrap: wrap; gap: 8px; align-items: end; justify-content: flex-end; }
.truncate { overflow: hidden; text-overflow: ellipsis; white-space: nowrap; }

.frame { display: grid; grid-template-columns: 236px minmax(0, 1fr); min-block-size: 100vh; }
.frame > header { display: contents; }
.bar-top { display: none; }
.side { position: sticky; inset-block-start: 0; block-size: 100vh; overflow-y: auto; display: flex; flex-direction: column; gap: 18px; padding: 20px 14px; border-inline-end: 1px solid var(--border); background: var(--surface); }
.logo { display: flex; align-items: center; gap: 10px; padding-inline: 8px; color: var(--text); font: 600 1.25rem/1 ui-serif, Georgia, serif; text-decoration: none; }
.side nav ul { display: flex; flex-direction: column; gap: 2px; }
.side nav a, .who { display: flex; align-items: center; gap: 10px; padding: 8px; border-radius: 8px; color: var(--text); text-decoration: none; }
.side nav a .icon { color: var(--muted); }
.side a:hover { background: var(--raised); }
.side [aria-current=page] { background: var(--raised); font-weight: 600; box-shadow: inset 3px 0 0 var(--accent); }
[dir=rtl] .side [aria-current=page] { box-shadow: inset -3px 0 0 var(--accent); }
.side [aria-current=page] .icon { color: var(--accent); }
.side-end { margin-block-start: auto; display: flex; flex-direction: column; gap: 12px; }
.who span { display: flex; flex-direction: column; min-inline-size: 0; line-height: 1.3; overflow-wrap: anywhere; }
.who span .muted { font-size: 0.8125rem; font-weight: 400; }
.small-links { display: flex; flex-wrap: wrap; gap: 4px 14px; padding-inline: 8px; font-size: 0.8125rem; }
.small-links a { color: var(--muted); }
.choices { display: grid; grid-template-columns: 1fr 1fr; gap: 8px; }
.choices .label { font-size: 0.75rem; }
.choices select { padding: 5px 6px; font-size: 0.8125rem; }
#content { padding: 28px clamp(16px, 3vw, 40px) 72px; display: flex; flex-direction: column; gap: 20px; min-inline-size: 0; inline-size: 100%; max-inline-size: 1480px; margin-inline: auto; }
.page-head { display: flex; flex-wrap: wrap; gap: 12px 24px; align-items: flex-end; justify-content: space-between; }
.page-head > div:first-child { display: flex; flex-direction: column; gap: 4px; max-inline-size: 75ch; }
.card { padding: 18px; border: 1px solid var(--border); border-radius: 12px; background: var(--surface); min-inline-size: 0; }
.card > h2:first-child { margin-block-end: 12px; }
.card.stack > h2:first-child { margin-block-end: 0; }
.cards { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(190px, 100%), 1fr)); gap: 12px; }
.sign-in { min-block-size: 100vh; display: flex; flex-direction: column; gap: 20px; align-items: center; justify-content: center; padding: 24px 16px; }
.sign-in .card { inline-size: min(420px, 100%); padding: 28px; box-shadow: 0 12px 40px #0000000f; }
.sign-in .choices { inline-size: min(300px, 100%); }
.sign-in summary { margin-block-end: 8px; cursor: pointer; }

@media (max-width: 900px) {
	.frame { display: block; }
	.bar-top { position: sticky; inset-block-start: 0; z-index: 20; display: flex; align-items: center; gap: 8px; padding: 8px 12px; border-block-end: 1px solid var(--border); background: var(--surface); }
	.side { display: none; }
	.side.open { position: fixed; inset: 53px 0 0; z-index: 19; display: flex; block-size: auto; }
	.side .logo { display: none; }
	#content { padding-block-start: 18px; }
	.page-head .actions { justify-content: flex-start; inline-size: 100%; }
}
@media print { .side, .bar-top, .toasts { display: none; } .frame { display: block; } }
`;
