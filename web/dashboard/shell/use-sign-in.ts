/** An attempt to sign in: what is wrong with it, and whether it takes the code of a second factor. */
import { useState } from 'preact/hooks';
import { ApiError } from './api-error.ts';
import { callApi } from './call-api.ts';
import { type Locale, useLocale } from './texts.tsx';

export interface SignInCode {
	/** Whether the server has asked for it: what came before it was right. */
	readonly isNeeded: boolean;
	readonly value: string;
	change(value: string): void;
}

export interface SignInAttempt {
	readonly isSending: boolean;
	readonly message: string | undefined;
	readonly code: SignInCode;
	/** @returns the status of a refusal; undefined when it was none, or when the server was not reached */
	send(path: string, body: object): Promise<number | undefined>;
}

/** @param wrong what is said of a refused attempt */
export function useSignIn(onSignedIn: () => void, wrong: string): SignInAttempt {
	const locale = useLocale();
	const [isSending, setSending] = useState(false);
	const [message, setMessage] = useState<string>();
	const [isCodeNeeded, setCodeNeeded] = useState(false);
	const [code, setCode] = useState('');
	return {
		isSending,
		message,
		code: { isNeeded: isCodeNeeded, value: code, change: setCode },
		async send(path, body) {
			setSending(true);
			setMessage(undefined);
			try {
				await callApi(path, { method: 'POST', body: { ...body, ...(code.trim() && { code: code.trim() }) } });
				onSignedIn();
				return undefined;
			} catch (error) {
				if (!asksForCode(error)) setMessage(toSignInMessage(error, wrong, locale));
				else if (code !== '') setMessage(locale.texts.signIn.wrongCode);
				if (asksForCode(error)) setCodeNeeded(true);
				return error instanceof ApiError && !asksForCode(error) ? error.status : undefined;
			} finally {
				setSending(false);
			}
		},
	};
}

function asksForCode(error: unknown): boolean {
	return error instanceof ApiError && error.code === 'second_factor_required';
}

function toSignInMessage(error: unknown, wrong: string, { texts }: Locale): string {
	if (!(error instanceof ApiError)) return texts.shell.notReached;
	if (error.status === 401) return wrong;
	return error.status === 429 ? texts.signIn.tooOften : error.message;
}
