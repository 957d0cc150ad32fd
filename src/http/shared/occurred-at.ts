import { Type } from 'typebox';

/** For the document: each API checks the parameter in its own way. */
export const occurredAt = Type.Optional(
	Type.Integer({
		description:
			'When it happened, in milliseconds since 1970: at most 30 days ago. Only with an API key; ignored otherwise. Left out: now',
		examples: [1_795_431_600_000],
	}),
);
