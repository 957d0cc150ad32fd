/** What to paste into a page of the shop. */
import type { FunctionComponent } from 'preact';
import { CopiedText } from '../../shell/copied-text.tsx';
import { toServerUrl } from '../../shell/router.tsx';
import { useLocale } from '../../shell/texts.tsx';
import type { Widget } from './widget.ts';

export const Snippet: FunctionComponent<{ readonly widget: Widget }> = ({ widget }) => {
	const { texts } = useLocale();
	const element = `<script type="module" src="${toServerUrl('storefront.js')}"></script>
<vitrine-recommendations widget="${widget.id}" cart></vitrine-recommendations>`;
	const call = `curl -s ${toServerUrl(`api/widget/${widget.id}`)} --json '{"current_url": "${location.origin}/", "session_id": "my-first-session"}'`;
	return (
		<section class="card stack">
			<p>{texts.recommendations.snippetHint}</p>
			<CopiedText text={element} />
			<p>{texts.recommendations.apiHint}</p>
			<CopiedText text={call} />
		</section>
	);
};
