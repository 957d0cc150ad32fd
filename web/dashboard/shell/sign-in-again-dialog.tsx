/** Over a page whose session has ended. Whoever signs in elsewhere meanwhile, in another tab, goes on, too. */
import type { FunctionComponent } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { Dialog } from '../../ui/dialog.tsx';
import { toApiUrl } from './call-api.ts';
import { SignInForm, type SignInFormProps } from './sign-in-form.tsx';
import { useLocale } from './texts.tsx';

export const SignInAgainDialog: FunctionComponent<SignInFormProps> = ({ onSignedIn }) => {
	const { texts } = useLocale();
	const latest = useRef(onSignedIn);
	latest.current = onSignedIn;
	useEffect(() => {
		async function check(): Promise<void> {
			if (document.visibilityState === 'hidden') return;
			const response = await fetch(toApiUrl('/session'), { cache: 'no-store' }).catch(() => undefined);
			if (response?.ok === true) latest.current();
		}
		document.addEventListener('visibilitychange', check);
		return () => document.removeEventListener('visibilitychange', check);
	}, []);
	return (
		<Dialog title={texts.signIn.again} onClose={onSignedIn}>
			<p>{texts.signIn.againHint}</p>
			<SignInForm onSignedIn={onSignedIn} isOverPage />
		</Dialog>
	);
};
