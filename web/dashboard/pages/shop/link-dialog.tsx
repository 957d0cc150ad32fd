/** A link that signs a user in once. Making it ends the one before, so it is made by a click. */
import type { FunctionComponent } from 'preact';
import { useState } from 'preact/hooks';
import { Dialog } from '../../../ui/dialog.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { callApi, toPath } from '../../shell/call-api.ts';
import { CopiedText } from '../../shell/copied-text.tsx';
import { toServerUrl } from '../../shell/router.tsx';
import { useLocale } from '../../shell/texts.tsx';
import { useSaving } from '../../shell/use-saving.ts';
import type { User } from './wire.ts';

interface SignInLink {
	readonly path: string;
	readonly expires_at: string;
}

export const LinkDialog: FunctionComponent<{ readonly user: User; readonly onClose: () => void }> = ({
	user,
	onClose,
}) => {
	const { texts, fill, date } = useLocale();
	const [link, setLink] = useState<SignInLink>();
	const saving = useSaving();
	async function make(): Promise<void> {
		setLink(await callApi<SignInLink>(toPath`/users/${user.code}/sign_in_links`, { method: 'POST', body: {} }));
	}
	return (
		<Dialog title={fill(texts.shop.inviteTitle, { name: user.name })} closeText={texts.shell.close} onClose={onClose}>
			{saving.message !== undefined && <Notice kind="error">{saving.message}</Notice>}
			{link === undefined ? (
				<div class="actions">
					<button type="button" class="button strong" disabled={saving.isSaving} onClick={() => saving.save(make)}>
						{texts.shop.invite}
					</button>
				</div>
			) : (
				<>
					<p>{fill(texts.shop.inviteHint, { name: user.name, time: date(link.expires_at) })}</p>
					<CopiedText text={toServerUrl(link.path.replace(/^\//, ''))} />
				</>
			)}
		</Dialog>
	);
};
