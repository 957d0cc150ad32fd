/**
 * Writes and deletes items, each through any node, and remembers which state each may be in: a register. A call without an
 * answer may have happened or not, or may happen later, so nothing else is done with its item.
 */
import assert from 'node:assert/strict';
import type { SeededRandom } from '../../../src/lib/seeded-random.ts';
import type { Api } from '../api.ts';

type State = string | undefined;

export interface RegisterWriter {
	/** Never rejects because of a node that does not answer. */
	step(api: Api, random: SeededRandom): Promise<void>;
	/** @param found the titles of all items of the index, by id. @returns what must not be so. */
	listWrong(found: ReadonlyMap<string, string>): readonly string[];
	/** Ids that were acknowledged as they are now. */
	countCertain(): number;
}

/** Calls without an answer, or with one that leaves open what happened. */
const doubtful: readonly number[] = [408, 429, 503];

/** @param items the address of the items of an index, of which those whose ids begin with the name belong to this writer */
export function createRegisterWriter(items: string, name: string): RegisterWriter {
	const certain = new Map<string, State>();
	const uncertain = new Map<string, readonly State[]>();
	let writeCount = 0;

	async function write(api: Api, id: string, next: State): Promise<void> {
		const before = certain.get(id);
		certain.delete(id);
		uncertain.set(id, [before, next]);
		const request =
			next === undefined
				? ({ method: 'DELETE' } as const)
				: before === undefined
					? ({ method: 'POST', body: { id, title: next } } as const)
					: ({ method: 'PATCH', body: { title: next } } as const);
		const path = before === undefined ? items : `${items}/${id}`;
		const answer = await api.call(path, request).catch(() => undefined);
		if (answer === undefined || doubtful.includes(answer.status)) return;
		assert(answer.status < 300, `${request.method} ${path}: ${answer.status} ${answer.text}`);
		uncertain.delete(id);
		certain.set(id, next);
	}

	return {
		async step(api, random) {
			writeCount += 1;
			const present = [...certain].filter(([, title]) => title !== undefined);
			const title = `${name} write ${writeCount}`;
			if (present.length < 5 || random.chance(0.4)) return write(api, `${name}-${writeCount}`, title);
			const [id] = random.pick(present);
			return write(api, id, random.chance(0.5) ? undefined : title);
		},
		listWrong(found) {
			const lost = [...certain].filter(([id, title]) => found.get(id) !== title);
			const odd = [...uncertain].filter(([id, states]) => !states.includes(found.get(id)));
			const own = [...found.keys()].filter((id) => id.startsWith(`${name}-`));
			return [
				...lost.map(([id, title]) => `${id} is "${found.get(id)}" instead of "${title}"`),
				...odd.map(([id, states]) => `${id} is "${found.get(id)}" instead of "${states.join('" or "')}"`),
				...own.filter((id) => !certain.has(id) && !uncertain.has(id)).map((id) => `${id} was never written`),
			];
		},
		countCertain: () => certain.size,
	};
}
