/** Writes texts of items to their file, for the follower of the logs. */
import { existsSync, mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { toItemKeyBytes } from '../../domain/item/dfid.ts';
import type { Position } from '../../domain/log/position.ts';
import type { TextKeeper, TextsReach } from '../../followers/search-index/text-follower.ts';
import { openTextFile } from './text-file.ts';

/** In the place of a position, until all texts are gone. */
const forgotten = '';

export function openTextKeeper(path: string): TextKeeper {
	const directory = dirname(path);
	if (!existsSync(directory)) mkdirSync(directory, { recursive: true, mode: 0o700 });
	const file = openTextFile(path);
	const put = file.prepare(`
		insert into text (generation, key, id, body) values (?, ?, ?, ?)
		on conflict (generation, key) do update set id = excluded.id, body = excluded.body`);
	const remove = file.prepare('delete from text where generation = ? and key = ?');
	const move = file.prepare(`
		insert into generation (id, position) values (?, ?) on conflict (id) do update set position = excluded.position`);
	const end = file.prepare('delete from generation where id = ?');
	const clear = file.prepare('delete from text where rowid in (select rowid from text where generation = ? limit ?)');

	const endIncarnation = file.prepare('delete from followed_incarnation');
	const putIncarnation = file.prepare('insert into followed_incarnation (id) values (?)');
	const findIncarnation = file.prepare('select id from followed_incarnation');

	function begin(): void {
		if (!file.isTransaction) file.exec('begin immediate');
	}

	return {
		list: () => readPositions(file),
		apply(generationId, changes, { position, readEnd }) {
			begin();
			for (const { id, text } of changes) {
				const key = toItemKeyBytes(id);
				if (text === null) remove.run(generationId, key);
				else put.run(generationId, key, id, text);
			}
			move.run(generationId, readEnd === position ? position : `${position} ${readEnd}`);
		},
		forget(generationId) {
			begin();
			move.run(generationId, forgotten);
		},
		clear(generationId, countMax) {
			begin();
			const isClear = Number(clear.run(generationId, countMax).changes) < countMax;
			if (isClear) end.run(generationId);
			return isClear;
		},
		commit() {
			if (file.isTransaction) file.exec('commit');
		},
		readIncarnation: () => String(findIncarnation.get()?.id ?? ''),
		noteIncarnation(incarnation) {
			begin();
			endIncarnation.run();
			putIncarnation.run(incarnation);
		},
		close() {
			if (!file.isOpen) return;
			if (file.isTransaction) file.exec('commit');
			file.close();
		},
	};
}

function readPositions(file: DatabaseSync): ReadonlyMap<number, TextsReach | undefined> {
	const rows = file.prepare('select id, position from generation').all();
	return new Map(rows.map(({ id, position }) => [Number(id), toReach(String(position))]));
}

/** A position, and behind a blank where the log ended when it was read, if that is another one. */
function toReach(text: string): TextsReach | undefined {
	if (text === forgotten) return undefined;
	const [position, readEnd = position] = text.split(' ') as Position[];
	return position === undefined || readEnd === undefined ? undefined : { position, readEnd };
}
