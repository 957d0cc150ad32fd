import type { FunctionComponent } from 'preact';
import { useState } from 'preact/hooks';
import { amountMax, type CartLine, setAmount, sumMinor } from './cart-store.ts';
import { formatPrice, type Shop, toAddress } from './shop-context.ts';
import { WidgetRow } from './shop-parts.tsx';
import { reportAddition, reportCheckout, reportRemoval } from './shopper-events.ts';

export const CartPage: FunctionComponent<{ readonly shop: Shop }> = ({ shop }) => {
	const [isOrdered, setOrdered] = useState(false);
	const { cart, settings, changeCart } = shop;
	const order = () => {
		reportCheckout(settings);
		changeCart(() => []);
		setOrdered(true);
	};
	if (isOrdered) {
		return (
			<>
				<section class="notice" role="status">
					<h1>Thank you for your order</h1>
					<p>
						Nothing will be sent and nothing is paid: this is a demo. The order is in the statistics, and
						recommendations learn from it.
					</p>
				</section>
				<WidgetRow shop={shop} kind="bestsellers" />
			</>
		);
	}
	if (cart.length === 0) {
		return (
			<>
				<section class="notice">
					<h1>Your cart is empty</h1>
					<p>
						Perhaps something of what others like? <a href={toAddress(settings, 'demo/search')}>Or see everything.</a>
					</p>
				</section>
				<WidgetRow shop={shop} kind="bestsellers" />
			</>
		);
	}
	return (
		<>
			<h1>Your cart</h1>
			<div class="cart">
				<ul class="lines">
					{cart.map((line) => (
						<Line key={line.dfid} shop={shop} line={line} />
					))}
				</ul>
				<section class="sum" aria-label="Order">
					<p>
						<span>Total</span>
						<strong>{formatPrice(sumMinor(cart) / 100)}</strong>
					</p>
					<p class="muted">Including VAT and shipping</p>
					<button type="button" class="button strong" onClick={order}>
						Order now
					</button>
				</section>
			</div>
			<WidgetRow shop={shop} kind="bought_together" />
		</>
	);
};

const Line: FunctionComponent<{ readonly shop: Shop; readonly line: CartLine }> = ({ shop, line }) => {
	const { settings, changeCart } = shop;
	const change = (amount: number) => {
		if (!Number.isInteger(amount) || amount < 0 || amount > amountMax) return;
		changeCart((lines) => setAmount(lines, line.dfid, amount));
		if (amount > line.amount) reportAddition(settings, line, amount - line.amount);
		if (amount < line.amount) reportRemoval(settings, line.id, line.amount - amount);
	};
	return (
		<li>
			<img src={toAddress(settings, line.picture)} alt="" width="96" height="96" />
			<div>
				<a href={toAddress(settings, line.link)}>{line.title}</a>
				<span class="muted">{formatPrice(line.price)} each</span>
			</div>
			<label>
				<span class="hidden">Amount of {line.title}</span>
				<select value={line.amount} onChange={({ currentTarget }) => change(Number(currentTarget.value))}>
					{Array.from({ length: Math.max(10, line.amount) }, (_, index) => (
						<option key={index} value={index + 1}>
							{index + 1}
						</option>
					))}
				</select>
			</label>
			<strong>{formatPrice((Math.round(line.price * 100) * line.amount) / 100)}</strong>
			<button type="button" class="link" onClick={() => change(0)}>
				Remove<span class="hidden"> {line.title}</span>
			</button>
		</li>
	);
};
