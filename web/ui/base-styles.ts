/** What all elements share. Text of another direction than the page's is read in its own, and stands where the page begins its lines. */
import { tokens } from './tokens.ts';

export const baseStyles = `
:host {
	${tokens}
	display: block;
	color: var(--text);
	font-family: var(--vitrine-font, inherit);
	line-height: 1.45;
	text-align: start;
	text-indent: 0;
	text-transform: none;
	white-space: normal;
}
:host([hidden]), [hidden] { display: none !important; }
.root { display: contents; }
:host([theme=light]) { color-scheme: light; }
:host([theme=dark]) { color-scheme: dark; }
*, ::before, ::after { box-sizing: border-box; }
h2, h3, p, ul, ol, fieldset, legend { margin: 0; padding: 0; border: 0; }
ul, ol { list-style: none; }
a { color: inherit; }
[dir=auto] { text-align: -webkit-match-parent; text-align: match-parent; }
img { display: block; max-width: 100%; }
button, input, select { font: inherit; color: inherit; }
button { cursor: pointer; }
button:disabled { cursor: default; }
:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; }
.hidden {
	position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap;
}
.button {
	padding: 8px 14px; border: 1px solid var(--border); border-radius: var(--radius); background: var(--surface);
}
.button:hover:not(:disabled) { border-color: var(--accent); }
.button.strong { border-color: var(--accent); background: var(--accent); color: var(--on-accent); }
.link {
	padding: 4px 0; border: 0; background: none; color: var(--accent); text-align: start; text-decoration: underline;
	text-underline-offset: 3px;
}
`;
