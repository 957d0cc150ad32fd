import type { FunctionComponent } from 'preact';
import { useRouter } from '../../shell/router.tsx';
import { useLocale } from '../../shell/texts.tsx';

export interface PagerProps {
	/** What paging can reach. */
	readonly total: number;
	readonly page: number;
	readonly perPage: number;
}

export const Pager: FunctionComponent<PagerProps> = ({ total, page, perPage }) => {
	const { texts, fill } = useLocale();
	const { changeQuery } = useRouter();
	// The last page that the API answers ends before the thousandth result.
	const pages = Math.min(Math.ceil(total / perPage), Math.floor(999 / perPage));
	if (pages <= 1 && page === 1) return null;
	const goTo = (next: number) => {
		changeQuery({ page: next === 1 ? undefined : String(next) });
		scrollTo(0, 0);
	};
	return (
		<div class="row preview-pager">
			<button type="button" class="button" disabled={page <= 1} onClick={() => goTo(page - 1)}>
				{texts.preview.previous}
			</button>
			<span>{fill(texts.preview.page, { page, pages })}</span>
			<button type="button" class="button" disabled={page >= pages} onClick={() => goTo(page + 1)}>
				{texts.preview.next}
			</button>
		</div>
	);
};
