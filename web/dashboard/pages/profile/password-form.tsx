import type { FunctionComponent } from 'preact';
import { useState } from 'preact/hooks';
import { Field } from '../../../ui/field.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { callApi } from '../../shell/call-api.ts';
import { useLocale } from '../../shell/texts.tsx';
import { useSaving } from '../../shell/use-saving.ts';

export interface PasswordFormProps {
	/** In a session that began with the password, it is asked for. */
	readonly needsCurrent: boolean;
	/** For password managers. */
	readonly email: string;
}

/** Sets or changes the password of whoever is signed in. */
export const PasswordForm: FunctionComponent<PasswordFormProps> = ({ needsCurrent, email }) => {
	const { texts } = useLocale();
	const [typed, setTyped] = useState({ current: '', next: '', again: '' });
	const saving = useSaving(texts.profile.changed);
	const differs = typed.again !== '' && typed.again !== typed.next;
	async function change(): Promise<void> {
		const body = { password: typed.next, ...(needsCurrent && { current: typed.current }) };
		await callApi('/password', { method: 'PUT', body });
		setTyped({ current: '', next: '', again: '' });
	}
	const field = (name: keyof typeof typed, problem: string | undefined) => (
		<Field
			label={texts.profile[name]}
			hint={name === 'next' ? texts.profile.passwordHint : undefined}
			problem={problem}
		>
			<input
				type="password"
				required
				autocomplete={name === 'current' ? 'current-password' : 'new-password'}
				value={typed[name]}
				onInput={({ currentTarget }) => setTyped({ ...typed, [name]: currentTarget.value })}
			/>
		</Field>
	);
	return (
		<form
			class="stack"
			onSubmit={(event) => {
				event.preventDefault();
				if (!differs) void saving.save(change);
			}}
		>
			{saving.message !== undefined && <Notice kind="error">{saving.message}</Notice>}
			<input type="text" autocomplete="username" value={email} readOnly hidden />
			{needsCurrent && field('current', saving.findProblem('current'))}
			{field('next', saving.findProblem('password'))}
			{field('again', differs ? texts.profile.differs : undefined)}
			<div class="actions">
				<button type="submit" class="button strong" disabled={saving.isSaving}>
					{texts.profile.change}
				</button>
			</div>
		</form>
	);
};
