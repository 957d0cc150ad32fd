import assert from 'node:assert/strict';
import { it } from 'node:test';
import { createSmallIndex, many } from '../../../test/support/small-index.ts';

it('ranks titles with one of the words before a long description that has all of them', () => {
	const description = 'Fast and quiet, with two usb ports and a stick. '.repeat(12);
	const { idsOf } = createSmallIndex({
		...Object.fromEntries(many('Kettle', 5)),
		computer: { title: 'Acme notebook', description },
		drive: { title: 'Acme JumpDrive flash drive with USB 3.0, 32 GB, and a cap' },
		slow: { title: 'Acme slow drive with a USB plug, 16 GB' },
	});
	assert.deepEqual(idsOf({ text: 'usb stick ' }), ['drive', 'slow', 'computer']);
});
