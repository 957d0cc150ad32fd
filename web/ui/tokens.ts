/**
 * The tokens of the design. A page overrides the variables; colours follow the page's `color-scheme`, so that a page which
 * is only light has light elements. Contrast of text is at least 4.5 to 1 in both.
 */
export const tokens = `
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
`;
