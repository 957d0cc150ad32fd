/** A link that signs in: used by a click, on the first page or by somebody who is signed in already. */
import type { FunctionComponent } from 'preact';
import { useState } from 'preact/hooks';
import { Dialog } from '../../ui/dialog.tsx';
import { Notice } from '../../ui/notice.tsx';
import { CodeField } from './code-field.tsx';
import { toPageUrl } from './root.ts';
import { useSession } from './session.tsx';
import { useLocale } from './texts.tsx';
import { useHashValue } from './use-hash-value.ts';
import { useSignIn } from './use-sign-in.ts';

export interface LinkFormProps {
	readonly token: string;
	readonly onSignedIn: () => void;
	readonly onUsed?: () => void;
}

export const LinkForm: FunctionComponent<LinkFormProps> = ({ token, onSignedIn, onUsed }) => {
	const { texts } = useLocale();
	const { isSending, message, code, send } = useSignIn(onSignedIn, texts.signIn.linkUsed);
	async function use(): Promise<void> {
		if ((await send('/sign_in/link', { token })) === 401) onUsed?.();
	}
	return (
		<form
			class="stack"
			onSubmit={(event) => {
				event.preventDefault();
				void use();
			}}
		>
			<p>
				{texts.signIn.link}. {texts.signIn.linkHint}
			</p>
			{message !== undefined && <Notice kind="error">{message}</Notice>}
			<CodeField code={code} />
			<button type="submit" class="button strong" disabled={isSending}>
				{texts.signIn.submit}
			</button>
		</form>
	);
};

/** Nobody gets into another account by a link that somebody sent, without having been asked. */
export const LinkOfAddress: FunctionComponent = () => {
	const { texts, fill } = useLocale();
	const { session } = useSession();
	const token = useHashValue('link');
	const [isOpen, setOpen] = useState(token !== '');
	if (!isOpen) return null;
	return (
		<Dialog title={texts.signIn.title} closeText={texts.shell.close} onClose={() => setOpen(false)}>
			<p>{fill(texts.signIn.asSomebodyElse, { name: session.user.name, account: session.account.name })}</p>
			<LinkForm token={token} onSignedIn={() => location.assign(toPageUrl(''))} />
		</Dialog>
	);
};
