import type { FacetRequest } from './index-query.ts';

/** What somebody wants to know of a field who does not say it: of prices nobody wants a list. */
export function guessFacetKind(fieldName: string): FacetRequest['kind'] {
	return /(?:^|[._])price$/i.test(fieldName) ? 'range' : 'terms';
}
