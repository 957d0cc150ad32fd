import assert from 'node:assert/strict';
import { it } from 'node:test';
import { createSmallIndex } from '../../../test/support/small-index.ts';

const furniture = {
	mixer: { title: 'Hand Mixer 5 Speed', categories: 'Kitchen > Small Appliances' },
	toaster: { title: 'Toaster Red', categories: 'Kitchen > Small Appliances' },
	detector: { title: 'Smoke Detector 10 Year Battery' },
	dresser: { title: 'Dresser 5 Drawer for Old Houses' },
	round: { title: 'Round Table Oak' },
	side: { title: 'Side Table with Metal Frame' },
	desk: { title: 'Gaming Table Corner Black' },
	sofa: { title: 'Sofa Bed Blue' },
	bunk: { title: 'Bunk Bed Pine' },
	loft: { title: 'Loft Bed Grey with Ladder' },
};

it('ranks the thing before other things that share what it is for', () => {
	const { idsOf } = createSmallIndex(furniture);
	assert.deepEqual(new Set(idsOf({ text: 'table for small kitchen' }).slice(0, 3)), new Set(['round', 'side', 'desk']));
	assert.deepEqual(new Set(idsOf({ text: 'bed for 5 year old' }).slice(0, 3)), new Set(['sofa', 'bunk', 'loft']));
	assert.deepEqual(idsOf({ text: 'table with battery 10 year' }).slice(3), ['detector']);
});

it('ranks the thing first in languages whose nouns come first, too', () => {
	const french = {
		kettle: { title: 'Bouilloire rouge', categories: 'Petite cuisine' },
		mixer: { title: 'Mixeur', categories: 'Petite cuisine' },
		oak: { title: 'Table ronde en chêne' },
		low: { title: 'Table basse' },
		side: { title: "Table d'appoint" },
	};
	const { idsOf } = createSmallIndex(french, { language: 'fr' });
	assert.deepEqual(new Set(idsOf({ text: 'table pour petite cuisine' }).slice(0, 3)), new Set(['oak', 'low', 'side']));
});

it('leaves the order to what a thing is for where no item is the thing', () => {
	const { idsOf } = createSmallIndex(furniture);
	assert.deepEqual(new Set(idsOf({ text: 'hammock for kitchen' })), new Set(['mixer', 'toaster']));
});
