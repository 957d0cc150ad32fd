/**
 * The tokens of the design and what all elements share. A page overrides the variables; colours follow the page's
 * `color-scheme`, so that a page which is only light has light elements. Contrast of text is at least 4.5 to 1 in both.
 */
export const baseStyles = `
:host {
	--accent: var(--vitrine-accent, light-dark(#1f5c4d, #7fd0b8));
	--on-accent: var(--vitrine-on-accent, light-dark(#fff, #10231d));
	--text: var(--vitrine-text, light-dark(#1d2320, #eceee9));
	--muted: var(--vitrine-muted, light-dark(#5a645f, #a7b0ab));
	--surface: var(--vitrine-surface, light-dark(#fff, #1b201e));
	--raised: var(--vitrine-raised, light-dark(#f4f3ee, #262c29));
	--border: var(--vitrine-border, light-dark(#dcded9, #3a423e));
	--sale: var(--vitrine-sale, light-dark(#a8321f, #ff9d8a));
	--radius: var(--vitrine-radius, 10px);
	--gap: var(--vitrine-gap, 16px);
	display: block;
	color: var(--text);
	font-family: var(--vitrine-font, inherit);
	line-height: 1.45;
}
:host([hidden]), [hidden] { display: none !important; }
:host([theme=light]) { color-scheme: light; }
:host([theme=dark]) { color-scheme: dark; }
*, ::before, ::after { box-sizing: border-box; }
h2, h3, p, ul, ol, fieldset, legend { margin: 0; padding: 0; border: 0; }
ul, ol { list-style: none; }
a { color: inherit; }
/* Text of another direction than the page's is read in its own, and stands where the page begins its lines. */
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
