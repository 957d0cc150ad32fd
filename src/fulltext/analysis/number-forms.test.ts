import assert from 'node:assert/strict';
import { it } from 'node:test';
import { listNumberForms } from './number-forms.ts';

it('has the singular of a plural and the plural of a singular', () => {
	const pairs =
		'container/containers battery/batteries box/boxes glass/glasses brush/brushes watch/watches toy/toys cookie/cookies shoe/shoes case/cases hose/hoses waltz/waltzes organizer/organizers';
	for (const [singular = '', plural = ''] of pairs.split(' ').map((pair) => pair.split('/'))) {
		assert.ok(listNumberForms(singular).includes(plural), `${singular}: ${listNumberForms(singular)}`);
		assert.ok(listNumberForms(plural).includes(singular), `${plural}: ${listNumberForms(plural)}`);
	}
	for (const word of ['glass', 'virus', 'tennis', 'dress']) {
		assert.ok(!listNumberForms(word).includes(word.slice(0, -1)), word);
	}
});
