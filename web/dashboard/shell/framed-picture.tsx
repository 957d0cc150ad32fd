/** The picture of a product over the sign of one, which is seen where there is none or it cannot be loaded. */
import type { FunctionComponent } from 'preact';
import { Icon } from '../../ui/icon.tsx';
import { ProductPicture } from '../../ui/product-picture.tsx';

export interface FramedPictureProps {
	readonly address: unknown;
	/** Of the sign. */
	readonly size: number;
}

/** A frame with the class `picture-frame` stands around it, and says how large it is. */
export const FramedPicture: FunctionComponent<FramedPictureProps> = ({ address, size }) => (
	<>
		<Icon name="picture" size={size} />
		<ProductPicture address={address} />
	</>
);
