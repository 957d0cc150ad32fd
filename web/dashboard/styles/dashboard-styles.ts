/** The look of the dashboard. Pages with shapes of their own add theirs in a file here. */
import { tokens } from '../../ui/tokens.ts';
import { controlStyles } from './control-styles.ts';
import { frameStyles } from './frame-styles.ts';

export const dashboardStyles = `
:root {
	color-scheme: light dark;
	${tokens}
	--ground: light-dark(#f7f6f2, #121614);
	--danger: light-dark(#a8321f, #ff9d8a);
	--warning: light-dark(#7a5200, #f0c36a);
	--good: light-dark(#1f6b3b, #86d69c);
	--series-1: light-dark(#1f5c4d, #7fd0b8);
	--series-2: light-dark(#b4602a, #f0a878);
	--series-3: light-dark(#3f5fa8, #9db6f2);
	--series-4: light-dark(#8a3f78, #e0a0d0);
}
${frameStyles}
${controlStyles}
@media (prefers-reduced-motion: reduce) { *, ::before, ::after { animation: none !important; transition: none !important; } }
`;
