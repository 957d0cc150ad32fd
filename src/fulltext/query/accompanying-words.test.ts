import assert from 'node:assert/strict';
import { it } from 'node:test';
import { createSmallIndex } from '../../../test/support/small-index.ts';

const tools = {
	drill: { title: 'Drill with 18V battery' },
	grinder: { title: 'Grinder with 18V battery' },
	battery: { title: 'Lithium battery for cordless tools 18V, 5 Ah, replacement, black' },
	mattress: { title: 'Foam mattress 160x200 orthopedic medium, washable' },
	bed: { title: 'Bed with mattress' },
	kit: { title: 'Set with cover, 2 pillows and mattress' },
};

it('ranks the thing before what it comes along with', () => {
	for (const itemsPerSegment of [1_000, 1]) {
		const { idsOf } = createSmallIndex(tools, { itemsPerSegment });
		assert.equal(idsOf({ text: '18v battery ' })[0], 'battery');
		assert.deepEqual(idsOf({ text: 'mattress ' }), ['mattress', 'kit', 'bed']);
		assert.equal(idsOf({ text: 'drill with 18v battery ' })[0], 'drill');
	}
});
