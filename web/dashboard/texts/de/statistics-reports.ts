import type { Texts } from '../texts.ts';

export const reportTexts: Texts['statistics']['reports'] = {
	figures_by_day: {
		title: 'Jeder Tag auf einen Blick',
		hint: 'Suchen, Klicks, Sitzungen, Bestellungen und Umsatz. Konversion = Bestellungen ÷ Sitzungen.',
	},
	searches: {
		title: 'Suchen pro Tag',
		hint: 'Suchen nach der ersten Seite. Was weitergetippt wird, ist eine Suche: die letzte.',
	},
	'searches/top': { title: 'Häufigste Suchen', hint: 'Was am meisten gesucht wird.' },
	'searches/trends': {
		title: 'Steigende und fallende Suchen',
		hint: 'Suchen im Vergleich zum gleich langen Zeitraum davor. Wachstum = Änderung ÷ Suchen davor.',
	},
	'searches/unclicked': {
		title: 'Suchen ohne Klick',
		hint: 'Suchbegriffe, nach denen nichts angeklickt wird. Anteil = Suchen ohne Klick ÷ Suchen.',
	},
	'searches/popular': {
		title: 'Suchen nach Klicks',
		hint: 'Suchbegriffe, deren Ergebnisse am meisten angeklickt werden.',
	},
	'conversions/queries': {
		title: 'Wozu Suchbegriffe führen',
		hint: 'Klickrate, Warenkorbrate und Konversion = Suchen mit Klick, Warenkorb, Kauf ÷ Suchen.',
	},
	'searches/locations': {
		title: 'Woher gesucht wird',
		hint: 'Stadt und Land der Suchen, sofern der Server eine Datenbank der Adressen hat.',
	},
	clicks: {
		title: 'Klicks pro Tag',
		hint: 'Klicks auf Artikel, Banner, eigene Ergebnisse und Empfehlungen.',
	},
	'clicks/users': {
		title: 'Wer klickt',
		hint: 'Klicks, davon auf Artikel, und die Kunden, die geklickt haben.',
	},
	'clicks/positions': {
		title: 'Positionen der Klicks',
		hint: 'An welchen Positionen geklickt wird. Durchschnitt = Summe der Positionen ÷ Klicks mit bekannter Position.',
	},
	clicked_items: {
		title: 'Angeklickte Artikel',
		hint: 'Artikel, die am meisten angeklickt werden, mit ihrem heutigen Titel.',
	},
	'clicked_items/searches': {
		title: 'Suchbegriffe eines Artikels',
		hint: 'Welche Suchbegriffe zu Klicks auf einen Artikel führen.',
	},
	'clicked_items/position': {
		title: 'Positionen der Artikel',
		hint: 'An welchen Positionen welche Artikel angeklickt werden.',
	},
	'results/top': {
		title: 'Marken und Kategorien',
		hint: 'Klicks nach heutiger Marke oder Kategorie, bei den 10.000 meistgeklickten Artikeln.',
	},
	facets: { title: 'Facetten', hint: 'Suchen, die mit der jeweiligen Facette eingegrenzt wurden.' },
	facets_by_day: {
		title: 'Facetten pro Tag',
		hint: 'Suchen, die mit der jeweiligen Facette eingegrenzt wurden, Tag für Tag.',
	},
	'facets/top': {
		title: 'Werte von Facetten',
		hint: 'Werte, mit denen am meisten eingegrenzt wird, und die Suchbegriffe dazu.',
	},
	'facets/filters': {
		title: 'Filter ohne Treffer',
		hint: 'Anteil ohne Treffer = Verwendungen in Suchen ohne Treffer ÷ Verwendungen.',
	},
	banners: {
		title: 'Banner',
		hint: 'Einblendungen und Klicks nach Ihrer Nummer des Banners. Nur Version 5 der API meldet Einblendungen.',
	},
	'conversions/banners': {
		title: 'Was Banner einbringen',
		hint: 'Warenkorbrate = Warenkörbe ÷ Klicks; Konversion = Käufe ÷ Klicks; Anteile an allen Käufen und am Umsatz.',
	},
	'custom-results': {
		title: 'Eigene Ergebnisse',
		hint: 'Klicks auf Ergebnisse, die Sie selbst einblenden. Einblendungen meldet kein Aufruf.',
	},
	redirects: { title: 'Weiterleitungen', hint: 'Weiterleitungen, denen gefolgt wurde, nach Ihrer Nummer.' },
	quizzes: { title: 'Quizze', hint: 'Dieser Server hat keine Quizze: Der Bericht ist immer leer.' },
	recommendations: {
		title: 'Widgets',
		hint: 'Was Widgets zeigen und einbringen. Einblendungen = Antworten mit mindestens einem Artikel; Klickrate = Klicks ÷ Einblendungen.',
	},
	'conversions/widgets': {
		title: 'Was Widgets einbringen',
		hint: 'Der meiste Umsatz zuerst. Warenkorbrate = Warenkörbe ÷ Klicks; Konversion = Käufe ÷ Klicks.',
	},
	checkouts: { title: 'Bestellungen pro Tag', hint: 'Warenkörbe, die gekauft wurden.' },
	sales: { title: 'Verkäufe pro Sitzung', hint: 'Was jede Sitzung bezahlt hat: Summe aus Preis × Stück.' },
	'top-sales': {
		title: 'Bestseller',
		hint: 'Artikel, von denen die meisten Stück gekauft werden. Durchschnittspreis = Umsatz ÷ Stück.',
	},
	'conversions/items': {
		title: 'Was Artikel einbringen',
		hint: 'Klickrate = Klicks ÷ wie oft Suchen und Empfehlungen ihn zeigten; Warenkorbrate und Konversion je Klick.',
	},
	'conversions/origins': {
		title: 'Woher Verkäufe kommen',
		hint: 'Käufe nach dem letzten Klick davor: Suchen, Empfehlungen, Banner.',
	},
	sessions: {
		title: 'Sitzungen mit und ohne Suche',
		hint: 'Konversion = Sitzungen mit Kauf ÷ Sitzungen; Umsatz pro Sitzung = Umsatz ÷ Sitzungen.',
	},
	inits: { title: 'Sitzungen pro Tag', hint: 'Sitzungen, die ihren Beginn gemeldet haben.' },
	'inits/users': {
		title: 'Sitzungen und Kunden',
		hint: 'Begonnene Sitzungen, wie viele davon verschieden sind, und deren Kunden.',
	},
	search_engine_users: {
		title: 'Seitenaufrufe, Sitzungen, Suchen',
		hint: 'Wie viel die Suchmaschine genutzt wird.',
	},
	'inits/locations': {
		title: 'Woher Sitzungen kommen',
		hint: 'Jede Position einmal, sofern der Server eine Datenbank der Adressen hat.',
	},
	usage: { title: 'Aufrufe pro Tag', hint: 'Erfolgreiche Aufrufe der APIs. Tage sind die von UTC.' },
	'sector/click_through_rate': {
		title: 'Klickrate',
		hint: 'Suchen mit Klick ÷ Suchen: der Median Ihrer Suchmaschinen der Branche.',
	},
	'sector/abandonment': {
		title: 'Abgebrochene Suchen',
		hint: 'Suchen ohne Klick ÷ Suchen: der Median Ihrer Suchmaschinen der Branche.',
	},
	'sector/conversion_rate': {
		title: 'Konversion',
		hint: 'Bestellungen ÷ Sitzungen: der Median Ihrer Suchmaschinen der Branche.',
	},
	'sector/used_search': {
		title: 'Nutzung der Suche',
		hint: 'Sitzungen mit Suche ÷ Sitzungen: der Median Ihrer Suchmaschinen der Branche.',
	},
	'sector/searches_per_session': {
		title: 'Suchen pro Sitzung',
		hint: 'Suchen ÷ Sitzungen: der Median Ihrer Suchmaschinen der Branche.',
	},
	'sector/clicks_per_session': {
		title: 'Klicks pro Sitzung',
		hint: 'Klicks ÷ Sitzungen: der Median Ihrer Suchmaschinen der Branche.',
	},
};
