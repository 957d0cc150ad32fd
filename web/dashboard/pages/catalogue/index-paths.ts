/** Where the pages and the operations of an index are. */
import { toPath } from '../../shell/call-api.ts';

export type IndexView = 'items' | 'import' | 'fields';

/** The page of a part of an index, below `/dashboard`. */
export function toIndexPath(name: string, view: IndexView = 'items'): string {
	const path = toPath`catalogue/index/${name}`;
	return view === 'items' ? path : `${path}/${view}`;
}

/** Which index of which search engine. */
export interface IndexTarget {
	readonly hashid: string;
	readonly name: string;
}

/** Below `/dashboard/api`. */
export function toApiPath({ hashid, name }: IndexTarget): string {
	return toPath`/search_engines/${hashid}/indices/${name}`;
}
