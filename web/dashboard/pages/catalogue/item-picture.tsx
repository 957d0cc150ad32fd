/** The picture of an item, small; nothing where it has none or where that cannot be loaded. */
import type { FunctionComponent } from 'preact';
import { useState } from 'preact/hooks';
import type { Item } from './catalogue-wire.ts';

export const ItemPicture: FunctionComponent<{ readonly item: Item }> = ({ item }) => {
	const [hasFailed, setFailed] = useState(false);
	const address = findAddress(item);
	return (
		<span class="item-picture">
			{address !== undefined && !hasFailed && (
				<img src={address} alt="" loading="lazy" onError={() => setFailed(true)} />
			)}
		</span>
	);
};

/** A whole address of the web, or one of this server. */
function findAddress({ image_link: link }: Item): string | undefined {
	if (typeof link !== 'string' || !URL.canParse(link, location.href)) return undefined;
	const url = new URL(link, location.href);
	return ['http:', 'https:'].includes(url.protocol) ? url.href : undefined;
}
