/** The picture of a product, by the address that its feed gives. */
import type { FunctionComponent } from 'preact';
import { useState } from 'preact/hooks';
import { toSafeUrl } from './safe-url.ts';

/** The title stands beside it, so it has no text of its own. One that does not load leaves its empty frame. */
export const ProductPicture: FunctionComponent<{ readonly address: unknown; readonly size?: number }> = ({
	address,
	size = 300,
}) => {
	const source = toSafeUrl(address);
	const [failed, setFailed] = useState<string>();
	if (source === undefined || source === failed) return null;
	return (
		<img
			part="product-image"
			src={source}
			alt=""
			width={size}
			height={size}
			loading="lazy"
			decoding="async"
			onError={() => setFailed(source)}
		/>
	);
};
