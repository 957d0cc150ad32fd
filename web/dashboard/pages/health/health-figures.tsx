/** Memory, disk, running time and versions, in a card each. */
import type { FunctionComponent } from 'preact';
import { formatBytes, formatDuration } from '../../shell/quantities.ts';
import { useLocale } from '../../shell/texts.tsx';
import { Meter } from './meter.tsx';
import type { ServerHealth } from './server-health.ts';

export const HealthFigures: FunctionComponent<{ readonly state: ServerHealth }> = ({ state }) => {
	const locale = useLocale();
	const { texts, fill, percent } = locale;
	const { memory, disk } = state;
	const bytes = (count: number) => formatBytes(locale, count);
	const memoryShare = memory.used_bytes / memory.limit_bytes;
	const diskShare = 1 - disk.free_bytes / disk.total_bytes;
	const versions = [
		['Vitrine', state.version],
		['Node.js', state.node],
		[texts.health.store, texts.health.stores[state.store]],
		[texts.health.zone, state.zone],
	];
	return (
		<div class="cards">
			<section class="card figure">
				<h2>{texts.health.memory}</h2>
				<span class="value">{percent(memoryShare)}</span>
				<Meter share={memoryShare} />
				<p class="muted">
					{fill(texts.health.memoryUsed, { used: bytes(memory.used_bytes), limit: bytes(memory.limit_bytes) })}
				</p>
			</section>
			<section class="card figure">
				<h2>{texts.health.disk}</h2>
				<span class="value">{percent(diskShare)}</span>
				<Meter share={diskShare} />
				<p class="muted">
					{fill(texts.health.diskFree, { free: bytes(disk.free_bytes), total: bytes(disk.total_bytes) })}
				</p>
				{disk.store_bytes !== null && (
					<p class="muted">{fill(texts.health.storeBytes, { bytes: bytes(disk.store_bytes) })}</p>
				)}
			</section>
			<section class="card figure">
				<h2>{texts.health.running}</h2>
				<span class="value">{formatDuration(locale, state.uptime_seconds)}</span>
			</section>
			<section class="card figure">
				<h2>{texts.health.versions}</h2>
				<dl class="pairs">
					{versions.map(([name, value]) => (
						<div key={name}>
							<dt>{name}</dt>
							<dd>{value}</dd>
						</div>
					))}
				</dl>
			</section>
		</div>
	);
};
