/** `--map link=url`: how names in the file are mapped to names of the item. */
import type { MemberNames } from '../../ingest/rename-members.ts';
import { misused } from '../command-error.ts';

/** @throws {CommandError} for anything but a list of `new=old` with different new names. */
export function parseMapping(text: string): MemberNames {
	const mapping = new Map<string, string>();
	for (const part of text.split(',')) {
		const [target = '', source = '', ...rest] = part.split('=').map((name) => name.trim());
		if (target === '' || source === '' || rest.length > 0) {
			throw misused(`--map has "${part}"`, 'write it like link=url,title=name: the new name, =, the name in the file');
		}
		if (mapping.has(target)) throw misused(`--map gives "${target}" twice`, 'give every new name once');
		mapping.set(target, source);
	}
	return mapping;
}
