/** The style of the page at `/`: system fonts, nothing to load, light or dark as the reader prefers. */
export const welcomeStyle = `:root {
	--ink: #20241f; --soft: #5c635b; --paper: #f7f5ef; --card: #fff; --line: #dcd8cb; --accent: #1f5c4d; --code: #efece2;
}
@media (prefers-color-scheme: dark) {
	:root {
		--ink: #e9e7df; --soft: #a5aaa0; --paper: #171a18; --card: #202422; --line: #363c38; --accent: #7fd1b9; --code: #121513;
	}
}
* { box-sizing: border-box; }
body {
	margin: 0 auto; max-width: 60rem; padding: 3rem 1.5rem 4rem; background: var(--paper); color: var(--ink);
	font: 1rem/1.6 system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", sans-serif;
}
header { display: grid; grid-template-columns: auto 1fr; column-gap: 1rem; align-items: center; margin-bottom: 2.25rem; }
h1 { margin: 0; font-size: 2rem; line-height: 1.2; letter-spacing: -0.02em; }
header p { grid-column: 1 / -1; margin: 0.9rem 0 0; color: var(--soft); font-size: 1.1rem; max-width: 44rem; }
h2 { margin: 3rem 0 1rem; font-size: 1.25rem; letter-spacing: -0.01em; }
h3 { margin: 0; font-size: 1rem; }
nav { display: grid; gap: 1rem; grid-template-columns: repeat(auto-fit, minmax(15rem, 1fr)); }
.card {
	display: block; padding: 1.1rem 1.25rem; border: 1px solid var(--line); border-radius: 0.75rem; background: var(--card);
	color: inherit; text-decoration: none;
}
.card:hover, .card:focus-visible { border-color: var(--accent); outline: 2px solid var(--accent); outline-offset: -1px; }
.card strong { display: block; color: var(--accent); font-size: 1.05rem; }
.card span { color: var(--soft); font-size: 0.95rem; }
ol { list-style: none; margin: 0; padding: 0; counter-reset: step; display: grid; gap: 1.5rem; }
li { counter-increment: step; display: grid; grid-template-columns: 2rem minmax(0, 1fr); column-gap: 0.9rem; }
li::before {
	content: counter(step); grid-row: 1 / 4; width: 2rem; height: 2rem; border-radius: 50%; border: 1px solid var(--accent);
	color: var(--accent); display: grid; place-items: center; font-weight: 600; font-size: 0.95rem;
}
li h3 { padding-top: 0.2rem; }
li p { margin: 0.15rem 0 0.6rem; color: var(--soft); }
code { font: 0.875em/1.6 ui-monospace, SFMono-Regular, Menlo, Consolas, "DejaVu Sans Mono", monospace; }
pre { margin: 0; padding: 0.8rem 1rem; border: 1px solid var(--line); border-radius: 0.5rem; background: var(--code); white-space: pre-wrap; overflow-wrap: anywhere; }
table { border: 1px solid var(--line); border-radius: 0.75rem; background: var(--card); width: 100%; border-spacing: 0; font-size: 0.95rem; }
th, td { padding: 0.65rem 1rem; text-align: left; vertical-align: top; }
thead th { color: var(--soft); font-weight: 500; }
tbody th, tbody td { border-top: 1px solid var(--line); }
td code { white-space: nowrap; }
@media (max-width: 44rem) {
	thead { display: none; }
	tr, th, td { display: block; }
	tbody tr { padding: 0.75rem 1rem; border-top: 1px solid var(--line); }
	tbody tr:first-child { border-top: 0; }
	tbody th, tbody td { padding: 0; border: 0; }
	td:nth-of-type(n + 2) { color: var(--soft); }
	td:last-child::before { content: "needs: "; }
}
@media (max-width: 32rem) { body { padding: 2rem 1rem 3rem; } h1 { font-size: 1.7rem; } li { column-gap: 0.7rem; } }
`;
