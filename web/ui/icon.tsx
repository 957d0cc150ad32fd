/** Icons of 24 by 24 units, drawn by strokes in the colour of the text. They say nothing to screen readers. */
import type { FunctionComponent } from 'preact';

const shapes = {
	overview: 'M4 13h6V4H4zM14 20h6v-9h-6zM14 4v3h6V4zM4 17v3h6v-3z',
	preview: 'M11 4a7 7 0 1 0 0 14 7 7 0 0 0 0-14zM16.5 16.5 21 21M8.5 11h5M11 8.5v5',
	catalogue: 'M4 7l8-4 8 4-8 4zM4 7v10l8 4 8-4V7M12 11v10',
	settings: 'M4 7h9M17 7h3M4 17h3M11 17h9M15 4.5v5M9 14.5v5',
	recommendations: 'M12 20s-7-4.4-7-9.6A3.9 3.9 0 0 1 12 8a3.9 3.9 0 0 1 7 2.4C19 15.6 12 20 12 20z',
	statistics: 'M4 20V4M4 20h16M8 16v-5M12 16V8M16 16v-3',
	shop: 'M4 9l1.5-5h13L20 9M4 9v11h16V9M4 9a2.7 2.7 0 0 0 5.3 0 2.7 2.7 0 0 0 5.4 0A2.7 2.7 0 0 0 20 9M10 20v-5h4v5',
	health: 'M3 12h4l2.5-6 4 12 2.5-6h5',
	picture: 'M4 5h16v14H4zM4 16l5-5 4 4 2-2 5 4M15.5 9h.01',
	profile: 'M12 12a4 4 0 1 0 0-8 4 4 0 0 0 0 8zM4.5 20a7.5 7.5 0 0 1 15 0',
	menu: 'M4 6h16M4 12h16M4 18h16',
	close: 'M6 6l12 12M18 6L6 18',
	down: 'M6 9l6 6 6-6',
	up: 'M6 15l6-6 6 6',
	search: 'M11 4a7 7 0 1 0 0 14 7 7 0 0 0 0-14zM16.5 16.5 21 21',
	plus: 'M12 5v14M5 12h14',
	download: 'M12 4v11M7 11l5 5 5-5M4 20h16',
	upload: 'M12 16V5M7 9l5-5 5 5M4 20h16',
	drag: 'M9 6h.01M15 6h.01M9 12h.01M15 12h.01M9 18h.01M15 18h.01',
	warning: 'M12 4l9 16H3zM12 10v4M12 17h.01',
	info: 'M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18zM12 11v5M12 8h.01',
	done: 'M5 12.5l4.5 4.5L19 7.5',
	copy: 'M9 9h11v11H9zM5 15H4V4h11v1',
	remove: 'M5 7h14M10 7V4h4v3M7 7l1 13h8l1-13',
	edit: 'M4 20l1-4L16 5l3 3L8 19z',
	undo: 'M8 5L4 9l4 4M4 9h10a6 6 0 0 1 0 12h-3',
	dark: 'M20 14.5A8.5 8.5 0 0 1 9.5 4a8.5 8.5 0 1 0 10.5 10.5z',
	light:
		'M12 8a4 4 0 1 0 0 8 4 4 0 0 0 0-8zM12 2v2M12 20v2M2 12h2M20 12h2M5 5l1.5 1.5M17.5 17.5L19 19M19 5l-1.5 1.5M6.5 17.5L5 19',
} as const;

export type IconName = keyof typeof shapes;

export const Icon: FunctionComponent<{ readonly name: IconName; readonly size?: number }> = ({ name, size = 20 }) => (
	<svg
		class="icon"
		viewBox="0 0 24 24"
		width={size}
		height={size}
		fill="none"
		stroke="currentColor"
		stroke-width="1.75"
		stroke-linecap="round"
		stroke-linejoin="round"
		aria-hidden="true"
	>
		<path d={shapes[name]} />
	</svg>
);
