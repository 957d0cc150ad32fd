/** A text to take along: shown as it is, with a button that copies it. */
import type { FunctionComponent } from 'preact';
import { CopyButton } from './copy-button.tsx';

export const CopiedText: FunctionComponent<{ readonly text: string }> = ({ text }) => (
	<div class="stack tight">
		{/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by the keyboard. */}
		<pre tabIndex={0} dir="ltr">
			{text}
		</pre>
		<div>
			<CopyButton text={text} />
		</div>
	</div>
);
