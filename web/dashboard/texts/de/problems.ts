import type { Texts } from '../texts.ts';

export const problems: Texts['problems'] = {
	title: 'Was Aufmerksamkeit braucht',
	none: 'Zurzeit ist alles in Ordnung.',
	severities: { error: 'Fehler', warning: 'Warnung', notice: 'Hinweis' },
	followers: { search: 'Suche', recommendations: 'Empfehlungen', statistics: 'Statistik' },
	waiting: 'Die älteste Änderung wartet seit {duration}.',
	sentences: {
		index_failing:
			'Der Aufbau des Index {index} von {engine} schlägt immer wieder fehl. Das Protokoll des Servers nennt den Grund, und es wird weiter versucht.',
		index_building: {
			one: 'Der Index {index} von {engine} wird aufgebaut: Eine Änderung fehlt noch, und bis dahin wird er nicht durchsucht.',
			other:
				'Der Index {index} von {engine} wird aufgebaut: {count} Änderungen fehlen noch, und bis dahin wird er nicht durchsucht.',
		},
		index_rebuilding:
			'Der Index {index} von {engine} wird neu aufgebaut und bis dahin in der alten Fassung durchsucht. Das endet von selbst.',
		index_late: {
			one: 'Suchen in {index} von {engine} sehen eine Änderung noch nicht.',
			other: 'Suchen in {index} von {engine} sehen {count} Änderungen noch nicht.',
		},
		import_open:
			'Ein Import in {index} von {engine} ist nicht zu Ende: Seine Artikel warten in einem temporären Index, und bis dahin lässt sich sonst nichts an dieser Suchmaschine ändern. Wenn kein Import läuft, beenden Sie ihn im Katalog.',
		engine_empty: '{engine} hat keine Produkte: Suchen finden nichts.',
		searches_in_vain: {
			one: '{share} von einer Suche in {engine} seit gestern fanden nichts.',
			other: '{share} von {count} Suchen in {engine} seit gestern fanden nichts.',
		},
		widget_silent: {
			one: 'Das Widget {widget} hat seit gestern nichts gezeigt; in der Woche davor zeigte es einmal Produkte.',
			other: 'Das Widget {widget} hat seit gestern nichts gezeigt; in der Woche davor zeigte es {count}-mal Produkte.',
		},
		widget_empty: {
			one: 'Das Widget {widget} hat seit gestern ohne Produkte geantwortet.',
			other: '{empty} von {count} Antworten des Widgets {widget} seit gestern enthielten keine Produkte.',
		},
		follower_late: {
			one: 'Der Teil für {follower} ist ein Ereignis im Rückstand.',
			other: 'Der Teil für {follower} ist {count} Ereignisse im Rückstand.',
		},
		follower_silent: 'Der Teil des Servers für {follower} antwortet nicht.',
		disk_low: 'Die Festplatte füllt sich: {free} von {total} sind frei.',
		disk_full: 'Die Festplatte ist voll: {free} von {total} sind frei. Bald kann nichts mehr geschrieben werden.',
	},
};
