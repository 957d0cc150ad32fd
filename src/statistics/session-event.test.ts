import assert from 'node:assert/strict';
import { test } from 'node:test';
import { blankEvent } from '../../test/support/blank-event.ts';
import { toPosition } from '../domain/log/position.ts';
import { toSessionEvent } from './session-event.ts';

test('a search in all indices is told from what is no search', () => {
	const search = { queryName: 'match_and', indexNames: [], page: 1, filters: [], source: 'text' } as const;
	const event = { ...blankEvent, position: toPosition(1), hashid: 'h', kind: 'search', text: '' } as const;
	const names: string[] = [];
	const intern = (name: string) => names.push(name);
	const asked = { ...search, facetNames: [], isCorrected: false };
	assert.equal(names[toSessionEvent({ ...event, search: asked }, intern).indices - 1], 'n');
	assert.equal(toSessionEvent({ ...event, kind: 'init' }, intern).indices, 0);
});
