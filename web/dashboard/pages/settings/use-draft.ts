/**
 * A thing that is changed before it is saved: the draft holds only what differs from what was read.
 *
 *     save        PATCH of the change, with the version that was read
 *     412         what is there now is read; what the change does not touch is no conflict, so it is saved over that version
 *     undo        PATCH of what was there before, with the version that saving answered
 */
import { useState } from 'preact/hooks';
import { ApiError } from '../../shell/api-error.ts';
import { type ApiAnswer, callForAnswer } from '../../shell/call-api.ts';
import { isSame } from '../../shell/is-same.ts';
import { useLocale } from '../../shell/texts.tsx';
import { showToast } from '../../shell/toasts.tsx';
import { type Saving, useSaving } from '../../shell/use-saving.ts';

/** How changes of a thing are made; `T` is the thing, `C` a change of it. */
export interface DraftRules<T, C> {
	readonly path: string;
	readonly toBody: (change: C) => unknown;
	readonly apply: (saved: T, change: C) => T;
	/** The change without what is so already; undefined where nothing is left. */
	readonly tidy: (saved: T, change: C) => C | undefined;
	/** The change that brings back what this one changes. */
	readonly toUndo: (saved: T, change: C) => C;
	/** What a change touches, as it is in the thing, for people. */
	readonly pick: (thing: T, change: C) => unknown;
}

export interface Conflict {
	readonly mine: unknown;
	readonly theirs: unknown;
	keepMine(): void;
	takeTheirs(): void;
	close(): void;
}

export interface Draft<T, C> {
	readonly saved: T;
	/** As it would be if it were saved. */
	readonly current: T;
	/** Undefined where nothing differs. */
	readonly change: C | undefined;
	readonly saving: Saving;
	readonly conflict: Conflict | undefined;
	/** Merges into the change. */
	edit(change: C): void;
	discard(): void;
	save(): Promise<void>;
	/** Saves this alone, and leaves the draft as it is. */
	saveNow(change: C): Promise<void>;
}

interface Collision<T, C> {
	readonly change: C;
	readonly theirs: ApiAnswer<T>;
	readonly ofDraft: boolean;
}

/** @param onAnswer is called with what was saved, and the next answer is given as `answer` then */
export function useDraft<T, C extends object>(
	answer: ApiAnswer<T>,
	rules: DraftRules<T, C>,
	onAnswer: (answer: ApiAnswer<T>) => void,
): Draft<T, C> {
	const { texts } = useLocale();
	const saving = useSaving();
	const [drafted, setDrafted] = useState<C>();
	const [collision, setCollision] = useState<Collision<T, C>>();
	const saved = answer.value;
	const change = drafted && rules.tidy(saved, drafted);

	async function store(wanted: C, base: ApiAnswer<T>, ofDraft: boolean): Promise<void> {
		const undo = rules.toUndo(base.value, wanted);
		let stored: ApiAnswer<T> | undefined;
		const isSaved = await saving.save(async () => {
			stored = await patch(rules, wanted, base).catch((error) => {
				if (error instanceof OutdatedError)
					setCollision({ change: wanted, theirs: error.theirs as ApiAnswer<T>, ofDraft });
				throw error instanceof OutdatedError ? error.cause : error;
			});
		});
		if (!isSaved || stored === undefined) return;
		const after = stored;
		setCollision(undefined);
		if (ofDraft) setDrafted(undefined);
		onAnswer(after);
		showToast({ kind: 'done', text: texts.shell.saved, onUndo: () => void store(undo, after, false) });
	}

	return {
		saved,
		current: change === undefined ? saved : rules.apply(saved, change),
		change,
		saving,
		conflict: collision && {
			mine: rules.pick(rules.apply(collision.theirs.value, collision.change), collision.change),
			theirs: rules.pick(collision.theirs.value, collision.change),
			keepMine: () => void store(collision.change, collision.theirs, collision.ofDraft),
			takeTheirs() {
				onAnswer(collision.theirs);
				if (collision.ofDraft) setDrafted(undefined);
				setCollision(undefined);
				saving.reset();
			},
			close() {
				setCollision(undefined);
				saving.reset();
			},
		},
		edit(more) {
			saving.reset();
			setDrafted((before) => ({ ...before, ...more }));
		},
		discard() {
			saving.reset();
			setDrafted(undefined);
		},
		save: async () => {
			if (change !== undefined) await store(change, answer, true);
		},
		saveNow: (wanted) => store(wanted, answer, false),
	};
}

/** Somebody else has changed what this change touches. */
class OutdatedError extends Error {
	readonly theirs: unknown;

	constructor(theirs: unknown, cause: unknown) {
		super('somebody else has changed it', { cause });
		this.theirs = theirs;
	}
}

/** @throws {OutdatedError} */
async function patch<T, C>(rules: DraftRules<T, C>, change: C, base: ApiAnswer<T>): Promise<ApiAnswer<T>> {
	const send = (ifMatch: string | undefined) =>
		callForAnswer<T>(rules.path, { method: 'PATCH', body: rules.toBody(change), ...(ifMatch && { ifMatch }) });
	try {
		return await send(base.version);
	} catch (error) {
		if (!(error instanceof ApiError) || error.status !== 412) throw error;
		const theirs = await callForAnswer<T>(rules.path);
		if (!isSame(rules.pick(theirs.value, change), rules.pick(base.value, change)))
			throw new OutdatedError(theirs, error);
		return send(theirs.version);
	}
}
