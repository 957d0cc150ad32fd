/** The elements in TSX of React 19: `import type {} from '@vitrine/client/elements/react'`. */
import type { DetailedHTMLProps, HTMLAttributes } from 'react';
import type { ElementAttributes, ElementEvents } from './elements.js';

type Listeners = { [Name in keyof ElementEvents as `on${Name}`]?: (event: ElementEvents[Name]) => void };
type Props = DetailedHTMLProps<HTMLAttributes<HTMLElement>, HTMLElement> & Listeners;
type Elements = {
	[Name in keyof ElementAttributes]: Omit<Props, keyof ElementAttributes[Name]> & ElementAttributes[Name];
};

declare module 'react' {
	namespace JSX {
		interface IntrinsicElements extends Elements {}
	}
}
