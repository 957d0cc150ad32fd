/** What the widget would show with the rules of the form, for a product, a session, a cart. Nothing is recorded. */
import type { FunctionComponent } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { Field } from '../../../ui/field.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { callApi, toPath } from '../../shell/call-api.ts';
import { WhenLoaded } from '../../shell/page-states.tsx';
import { useLocale } from '../../shell/texts.tsx';
import { useLoaded } from '../../shell/use-loaded.ts';
import { PreviewResults, type WidgetExplanation } from './preview-results.tsx';
import { type Product, ProductPicker } from './product-picker.tsx';
import type { Widget, WidgetRules } from './widget.ts';

export interface WidgetPreviewProps {
	readonly widget: Widget;
	readonly rules: WidgetRules;
}

/** Who looks at which page. */
interface Visit {
	readonly product: Product | undefined;
	readonly address: string;
	readonly session: string;
	readonly user: string;
	readonly cart: readonly Product[];
}

const pauseMs = 250;

/** The value, when it has not changed for a moment. */
function useSettled<T>(value: T): T {
	const [settled, setSettled] = useState(value);
	useEffect(() => {
		const timer = setTimeout(() => setSettled(value), pauseMs);
		return () => clearTimeout(timer);
	}, [value]);
	return settled;
}

function toCall({ product, address, session, user, cart }: Visit): object {
	return {
		current_url: toPageAddress(product?.link ?? address),
		...(session && { session_id: session.slice(0, 32) }),
		...(user && { user_id: user.slice(0, 36) }),
		cart_items: cart.map(({ dfid }) => ({ dfid })),
	};
}

/** Links of items without a host match every host. */
function toPageAddress(link: string): string {
	return URL.canParse(link, 'https://shop.example/')
		? new URL(link, 'https://shop.example/').href
		: 'https://shop.example/';
}

export const WidgetPreview: FunctionComponent<WidgetPreviewProps> = ({ widget, rules }) => {
	const texts = useLocale().texts.recommendations;
	const [visit, setVisit] = useState<Visit>({ product: undefined, address: '', session: '', user: '', cart: [] });
	const body = useSettled(JSON.stringify({ ...toCall(visit), rules }));
	const loaded = useLoaded(
		(signal) =>
			callApi<WidgetExplanation>(toPath`/widgets/${widget.id}/explain`, {
				method: 'POST',
				isReading: true,
				body,
				signal,
			}),
		body,
		{ isKept: true },
	);
	return (
		<section class="card stack preview" aria-label={texts.preview}>
			<div>
				<h2>{texts.preview}</h2>
				<p class="hint">{texts.previewHint}</p>
			</div>
			<VisitFields visit={visit} hashid={rules.hashid} onChange={(change) => setVisit({ ...visit, ...change })} />
			<WhenLoaded loaded={loaded} area="recommendations">
				{(explanation) => <PreviewResults explanation={explanation} kind={rules.kind} />}
			</WhenLoaded>
		</section>
	);
};

interface VisitFieldsProps {
	readonly visit: Visit;
	readonly hashid: string | null;
	readonly onChange: (change: Partial<Visit>) => void;
}

const VisitFields: FunctionComponent<VisitFieldsProps> = ({ visit, hashid, onChange }) => {
	const { texts, fill } = useLocale();
	const { recommendations } = texts;
	const { product, cart } = visit;
	return (
		<>
			{product === undefined ? (
				<ProductPicker
					hashid={hashid}
					label={recommendations.product}
					hint={recommendations.productHint}
					onChoose={(chosen) => onChange({ product: chosen })}
				/>
			) : (
				<div class="row">
					<strong class="grow">{fill(recommendations.chosenProduct, { name: product.title })}</strong>
					<button type="button" class="button small" onClick={() => onChange({ product: undefined })}>
						{recommendations.otherProduct}
					</button>
				</div>
			)}
			<details>
				<summary>{recommendations.visit}</summary>
				<div class="stack">
					{product === undefined && (
						<Field label={recommendations.address}>
							<input
								type="url"
								value={visit.address}
								onInput={({ currentTarget }) => onChange({ address: currentTarget.value })}
							/>
						</Field>
					)}
					<Field label={recommendations.session} hint={recommendations.sessionHint}>
						<input
							value={visit.session}
							maxLength={32}
							onInput={({ currentTarget }) => onChange({ session: currentTarget.value })}
						/>
					</Field>
					<Field label={recommendations.user}>
						<input
							value={visit.user}
							maxLength={36}
							onInput={({ currentTarget }) => onChange({ user: currentTarget.value })}
						/>
					</Field>
					<Cart cart={cart} hashid={hashid} onChange={(next) => onChange({ cart: next })} />
				</div>
			</details>
		</>
	);
};

interface CartProps {
	readonly cart: readonly Product[];
	readonly hashid: string | null;
	readonly onChange: (cart: readonly Product[]) => void;
}

const Cart: FunctionComponent<CartProps> = ({ cart, hashid, onChange }) => {
	const { texts, fill } = useLocale();
	return (
		<div class="stack tight">
			<ProductPicker
				hashid={hashid}
				label={texts.recommendations.cart}
				hint={texts.recommendations.addToCart}
				onChoose={(product) => onChange([...cart.filter(({ dfid }) => dfid !== product.dfid), product])}
			/>
			<ul class="row">
				{cart.map(({ dfid, title }) => (
					<li key={dfid} class="tag">
						<span dir="auto">{title}</span>
						<button
							type="button"
							class="quiet"
							aria-label={fill(texts.recommendations.removeEntry, { name: title })}
							onClick={() => onChange(cart.filter((other) => other.dfid !== dfid))}
						>
							<Icon name="close" size={14} />
						</button>
					</li>
				))}
			</ul>
		</div>
	);
};
