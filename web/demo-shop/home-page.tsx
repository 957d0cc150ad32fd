import type { FunctionComponent } from 'preact';
import { type Shop, toAddress } from './shop-context.ts';
import { DepartmentTiles, WidgetRow } from './shop-parts.tsx';

const stage = ['turntables/walnut', 'hiking-backpacks/burnt-orange', 'road-running-shoes/coral'] as const;

export const HomePage: FunctionComponent<{ readonly shop: Shop }> = ({ shop }) => (
	<>
		<section class="hero">
			<div>
				<h1>Made for rain, miles and slow mornings</h1>
				<p>Gear for the trail, and good things to come home to. Free returns within 30 days.</p>
				<a class="button strong" href={toAddress(shop.settings, 'demo/search')}>
					See everything
				</a>
			</div>
			<div class="stage">
				{stage.map((name) => (
					<img key={name} src={toAddress(shop.settings, `demo/images/${name}.svg`)} alt="" width="400" height="400" />
				))}
			</div>
		</section>
		<DepartmentTiles shop={shop} />
		<WidgetRow shop={shop} kind="trending" />
		<WidgetRow shop={shop} kind="new_arrivals" />
		<WidgetRow shop={shop} kind="personalized" />
		<WidgetRow shop={shop} kind="recently_viewed" />
	</>
);
