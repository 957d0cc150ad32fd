/** The first ten hits of one query with the saved settings and with the draft, and what moved. */
import type { ComponentChildren, FunctionComponent } from 'preact';
import { toFieldText } from '../../../ui/field-text.ts';
import type { Engine } from '../../shell/engines.tsx';
import { FramedPicture } from '../../shell/framed-picture.tsx';
import { useLocale } from '../../shell/texts.tsx';
import { findRank, listMoves, type Move, shownCount } from './compare-lists.ts';
import { PriceLine } from './result-card.tsx';
import type { ComparedQuery, TrialHit, TrialResult } from './use-comparison.ts';

export interface ListsSideBySideProps {
	readonly engine: Engine;
	readonly compared: ComparedQuery;
}

export const ListsSideBySide: FunctionComponent<ListsSideBySideProps> = ({ engine, compared }) => {
	const { texts, fill } = useLocale();
	const { query, before, after } = compared;
	const moves = listMoves(before.hits, after.hits);
	const countOf = (kind: Move['kind']) => moves.filter((move) => move.kind === kind).length;
	const shownBefore = before.hits.slice(0, shownCount);
	const left = shownBefore.filter((hit) => (findRank(after.hits, hit) ?? Number.POSITIVE_INFINITY) > shownCount);
	const counts = { up: countOf('up'), down: countOf('down'), entered: countOf('new'), left: left.length };
	return (
		<section class="stack" aria-label={fill(texts.preview.firstTen, { query })}>
			<div class="row">
				<h2 dir="auto">{query}</h2>
				<span class="muted">{fill(texts.preview.moves, counts)}</span>
			</div>
			<div class="preview-sides">
				<HitList
					{...{ engine, result: before, title: texts.preview.current }}
					tagOf={(hit) => left.includes(hit) && <GoneTag rank={findRank(after.hits, hit)} />}
				/>
				<HitList
					{...{ engine, result: after, title: texts.preview.drafted }}
					tagOf={(hit) => <MoveTag move={moves[after.hits.indexOf(hit)]} />}
				/>
			</div>
		</section>
	);
};

interface HitListProps {
	readonly engine: Engine;
	readonly title: string;
	readonly result: TrialResult;
	readonly tagOf: (hit: TrialHit) => ComponentChildren;
}

const HitList: FunctionComponent<HitListProps> = ({ engine, title, result, tagOf }) => {
	const { texts, fillCount, fill, number } = useLocale();
	return (
		<section class="card stack tight" aria-label={title}>
			<h3>{title}</h3>
			<p class="row">
				<span class="muted">{fillCount(texts.preview.found, result.total_found)}</span>
				{result.hits.length > 0 && (
					<span class="tag">
						{fill(texts.preview.answeredBy, { attempt: texts.preview.attempts[result.query_name] })}
					</span>
				)}
			</p>
			{result.hits.length === 0 && <p>{texts.preview.nothing}</p>}
			<ol class="preview-hits">
				{result.hits.slice(0, shownCount).map((hit, at) => (
					<li key={`${hit.index} ${hit.id}`}>
						<span class="preview-hit-rank">{number(at + 1)}</span>
						<span class="preview-thumb picture-frame">
							<FramedPicture address={hit.item?.image_link} size={24} />
						</span>
						<span class="preview-hit-text">
							<span class="preview-hit-title" dir="auto">
								{toFieldText(hit.item?.title) || hit.id}
							</span>
							<span class="row">
								{hit.item !== undefined && <PriceLine engine={engine} item={hit.item} />}
								{tagOf(hit)}
							</span>
						</span>
					</li>
				))}
			</ol>
		</section>
	);
};

const GoneTag: FunctionComponent<{ readonly rank: number | undefined }> = ({ rank }) => {
	const { texts, fill } = useLocale();
	return (
		<span class="tag danger">
			{rank === undefined ? texts.preview.isGone : fill(texts.preview.goneTo, { rank: String(rank) })}
		</span>
	);
};

const MoveTag: FunctionComponent<{ readonly move: Move | undefined }> = ({ move }) => {
	const { texts, fillCount, number } = useLocale();
	if (move === undefined) return null;
	if (move.kind === 'new') return <span class="tag good">{texts.preview.isNew}</span>;
	if (move.kind === 'same') {
		return (
			<span class="muted">
				<span aria-hidden="true">=</span>
				<span class="hidden">{texts.preview.same}</span>
			</span>
		);
	}
	const isUp = move.kind === 'up';
	return (
		<span class={isUp ? 'tag good' : 'tag warning'}>
			<span aria-hidden="true">{`${isUp ? '↑' : '↓'} ${number(move.by)}`}</span>
			<span class="hidden">{fillCount(isUp ? texts.preview.movedUp : texts.preview.movedDown, move.by)}</span>
		</span>
	);
};
