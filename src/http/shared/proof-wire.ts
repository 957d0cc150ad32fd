/** What people show to sign in, and again before they change it. */
import { Type } from 'typebox';
import { passwordLengthMax } from '../../domain/account/password.ts';
import { idExample } from './example-ids.ts';

/** In UTF-16 units: the rules count code points of the normalised text. */
export const password = Type.String({
	minLength: 1,
	maxLength: 8 * passwordLengthMax,
	examples: ['correct horse battery'],
});

/** Of a second factor. */
export const code = Type.String({
	minLength: 1,
	maxLength: 50,
	description: 'The code that the device shows, or a recovery code; spaces and hyphens do not matter',
	examples: ['123456'],
});

export const accountId = Type.String({
	pattern: '^[0-9a-f]{32}$',
	description: 'The account, where the address belongs to users of several',
	examples: [idExample],
});
