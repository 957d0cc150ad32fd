/** How was a search put in? */

export const otherSources = ['voice', 'image', 'visually_similar'] as const;

export type SearchSource = 'text' | (typeof otherSources)[number];

/** Whatever names no other source is text. */
export function parseSearchSource(written: string | undefined): SearchSource {
	return otherSources.find((source) => source === written) ?? 'text';
}
