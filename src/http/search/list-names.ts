import { listTexts, type ParameterNode } from '../server/parameter-node.ts';
import { refuseParameter } from '../shared/refuse-parameter.ts';

/**
 * The names of a list, each once: `fields[]=title&fields[]=price`, `fields=title,price`, also mixed.
 * @throws {FailureError} `invalid`, where there are more than `max`, or one is longer than `lengthMax`
 */
export function listNames(
	root: ParameterNode,
	parameter: string,
	{ max, lengthMax }: { readonly max: number; readonly lengthMax: number },
): string[] {
	const texts = listTexts(root.children.get(parameter));
	const names = new Set(texts.flatMap((text) => text.split(',').map((name) => name.trim())));
	names.delete('');
	if (names.size > max) throw refuseParameter(parameter, `there are more than ${max}`);
	for (const name of names) {
		if (name.length > lengthMax) throw refuseParameter(parameter, 'a field name is too long');
	}
	return [...names];
}
