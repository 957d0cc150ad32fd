/** What the text of a query asks of documents besides words. */
import type { Filter } from '../../domain/query/filter.ts';
import type { Segment } from '../index/segment/segment.ts';

export type DocumentTest = (document: number) => boolean;
export type ToTest = (segment: Segment) => DocumentTest;

/** A condition that documents must meet: a filter, or a test for what no filter says. */
export type Requirement = { readonly filter: Filter; readonly isExcluding: boolean } | { readonly toTest: ToTest };
