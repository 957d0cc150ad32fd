/** What can be wrong, by the codes of `GET /dashboard/api/problems`. */
export const problems = {
	title: 'What needs attention',
	none: 'Nothing is wrong right now.',
	severities: { error: 'Error', warning: 'Warning', notice: 'Notice' },
	followers: { search: 'search', recommendations: 'recommendations', statistics: 'statistics' },
	waiting: 'The oldest has been waiting for {duration}.',
	sentences: {
		index_failing:
			'Building the index {index} of {engine} fails again and again. The log of the server says why, and it is tried again.',
		index_building: {
			one: 'The index {index} of {engine} is being built: one write is missing, and it is not searched before it is whole.',
			other:
				'The index {index} of {engine} is being built: {count} writes are missing, and it is not searched before it is whole.',
		},
		index_rebuilding:
			'The index {index} of {engine} is being built anew, and searched as it was before. This ends by itself.',
		index_late: {
			one: 'Searches in {index} of {engine} cannot see one change yet.',
			other: 'Searches in {index} of {engine} cannot see {count} changes yet.',
		},
		import_open:
			'An import into {index} of {engine} has not ended: its items wait in a temporary index, and until then nothing else of this search engine can be changed. If no import runs, end it in the catalogue.',
		engine_empty: '{engine} has no products: searches find nothing.',
		searches_in_vain: {
			one: '{share} of one search of {engine} since yesterday found nothing.',
			other: '{share} of {count} searches of {engine} since yesterday found nothing.',
		},
		widget_silent: {
			one: 'The widget {widget} has shown nothing since yesterday; in the week before it showed products once.',
			other:
				'The widget {widget} has shown nothing since yesterday; in the week before it showed products {count} times.',
		},
		widget_empty: {
			one: 'The widget {widget} has answered without products since yesterday.',
			other: '{empty} of {count} answers of the widget {widget} since yesterday had no products.',
		},
		follower_late: {
			one: 'What {follower} are made of is one event behind.',
			other: 'What {follower} are made of is {count} events behind.',
		},
		follower_silent: 'The part of the server for {follower} does not answer.',
		disk_low: 'The disk is filling up: {free} of {total} are free.',
		disk_full: 'The disk is full: {free} of {total} are free. Soon nothing can be written any more.',
	},
} as const;
