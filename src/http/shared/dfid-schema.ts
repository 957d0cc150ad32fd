import { Type } from 'typebox';
import { dfidPattern } from '../../domain/item/dfid.ts';
import { dfidExample } from './example-ids.ts';

export const dfid = Type.String({
	pattern: dfidPattern.source,
	description: 'Unique id of the item: `{hashid}@{index}@{md5 of the item id}`',
	examples: [dfidExample],
});
