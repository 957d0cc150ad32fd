import type { FunctionComponent } from 'preact';
import { encode } from 'uqr';

export interface QrCodeProps {
	readonly text: string;
	readonly label: string;
}

/** A QR code, black on white in every theme, because not all cameras read it the other way round. */
export const QrCode: FunctionComponent<QrCodeProps> = ({ text, label }) => {
	const { data, size } = encode(text, { ecc: 'M', border: 2 });
	const path = data.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : []))).join('');
	return (
		<svg class="qr-code" viewBox={`0 0 ${size} ${size}`} role="img" aria-label={label} shape-rendering="crispEdges">
			<rect width={size} height={size} fill="#fff" />
			<path d={path} fill="#000" />
		</svg>
	);
};
