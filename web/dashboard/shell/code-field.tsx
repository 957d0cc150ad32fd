import type { FunctionComponent } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { Field } from '../../ui/field.tsx';
import { useLocale } from './texts.tsx';
import type { SignInCode } from './use-sign-in.ts';

/** For the code of a second factor: there when the server has asked for it, and then it has the focus. */
export const CodeField: FunctionComponent<{ readonly code: SignInCode }> = ({ code }) => {
	const { texts } = useLocale();
	const input = useRef<HTMLInputElement>(null);
	useEffect(() => input.current?.focus(), [code.isNeeded]);
	if (!code.isNeeded) return null;
	return (
		<Field label={texts.signIn.code} hint={texts.signIn.codeHint}>
			<input
				ref={input}
				autocomplete="one-time-code"
				required
				value={code.value}
				onInput={({ currentTarget }) => code.change(currentTarget.value)}
			/>
		</Field>
	);
};
