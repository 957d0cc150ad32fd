/** What products have wherever they are shown. The picture's frame has its size before the picture arrives, so nothing moves. */
export const productStyles = `
.frame {
	display: block; aspect-ratio: var(--vitrine-image-ratio, 1); margin-block-end: 6px; overflow: hidden;
	border-radius: var(--radius); background: var(--raised);
}
.frame img { width: 100%; height: 100%; object-fit: var(--vitrine-image-fit, cover); }
.title {
	display: -webkit-box; overflow: hidden; font-weight: 500; -webkit-box-orient: vertical; -webkit-line-clamp: 3;
	overflow-wrap: anywhere;
}
.price { font-weight: 600; }
`;

/** Besides those, a product in a grid or a row has these. */
export const cardStyles = `
.card { position: relative; display: flex; flex-direction: column; gap: 10px; height: 100%; }
.card > a { display: flex; flex-direction: column; gap: 4px; text-decoration: none; border-radius: var(--radius); }
.card > a:hover .title { text-decoration: underline; text-underline-offset: 3px; }
.brand { color: var(--muted); font-size: 0.8125em; }
.prices { display: flex; flex-wrap: wrap; gap: 0 8px; align-items: baseline; font-variant-numeric: tabular-nums; }
.price.reduced { color: var(--sale); }
.before { color: var(--muted); font-size: 0.875em; text-decoration: line-through; }
.stock { color: var(--muted); font-size: 0.8125em; }
.card .button { margin-block-start: auto; }
`;
