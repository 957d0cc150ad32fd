/** What to paste into a page of the shop. */
import type { FunctionComponent } from 'preact';
import { Icon } from '../../../ui/icon.tsx';
import { toServerUrl } from '../../shell/router.tsx';
import { useLocale } from '../../shell/texts.tsx';
import { showToast } from '../../shell/toasts.tsx';
import type { Widget } from './widget.ts';

export const Snippet: FunctionComponent<{ readonly widget: Widget }> = ({ widget }) => {
	const { texts } = useLocale();
	const element = `<script type="module" src="${toServerUrl('storefront.js')}"></script>
<vitrine-recommendations widget="${widget.id}" cart></vitrine-recommendations>`;
	const call = `curl -s ${toServerUrl(`api/widget/${widget.id}`)} --json '{"current_url": "${location.origin}/", "session_id": "my-first-session"}'`;
	return (
		<section class="card stack">
			<p>{texts.recommendations.snippetHint}</p>
			<Code text={element} />
			<p>{texts.recommendations.apiHint}</p>
			<Code text={call} />
		</section>
	);
};

const Code: FunctionComponent<{ readonly text: string }> = ({ text }) => {
	const { texts } = useLocale();
	return (
		<div class="stack tight">
			{/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by the keyboard. */}
			<pre tabIndex={0} dir="ltr">
				{text}
			</pre>
			<div>
				<button
					type="button"
					class="button small"
					onClick={async () => {
						await navigator.clipboard.writeText(text);
						showToast({ kind: 'done', text: texts.shell.copied });
					}}
				>
					<Icon name="copy" size={16} />
					{texts.shell.copy}
				</button>
			</div>
		</div>
	);
};
