/** What does an explanation read besides what the search reads? */
import type { IndexView, LiveSegment } from '../query/index-view.ts';

export interface ExplainedView extends IndexView {
	/** By segment, the name of its index. */
	readonly indexNames: readonly string[];
	/** By segment, with the items that are left out for being out of stock. */
	readonly wholeSegments: readonly LiveSegment[];
}
