/** Inflections of shoppers' words that have one stem: irregular ones, and regular ones beside them. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createAnalyzer } from './analyzer.ts';

/** Singulars and plurals, masculine and feminine forms. */
const pairs: Readonly<Record<string, string>> = {
	da:
		'sko/skoene kjole/kjoler bukse/bukser jakke/jakker skjorte/skjorter trøje/trøjer sok/sokker taske/tasker ' +
		'lampe/lamper stol/stole bord/borde skab/skabe seng/senge sofa/sofaer pude/puder gardin/gardiner ' +
		'tæppe/tæpper kniv/knive gaffel/gafler pande/pander gryde/gryder glas/glas tallerken/tallerkener ' +
		'kop/kopper bog/bøger cykel/cykler hjul/hjulene dæk/dækkene batteri/batterier kabel/kabler barn/børn ' +
		'mand/mænd kvinde/kvinder hund/hunde kat/katte blomst/blomster ring/ringe halskæde/halskæder ' +
		'ørering/øreringe armbånd/armbåndene rygsæk/rygsække hat/hatte handske/handsker bælte/bælter rød/røde ' +
		'stor/store støvle/støvler sandal/sandaler mus/musene nøgle/nøgler spejl/spejle fugl/fugle dreng/drenge ' +
		'pige/piger hylde/hylder',
	de:
		'Schuh/Schuhe Schuh/Schuhen Nudel/Nudeln Kartoffel/Kartoffeln Windel/Windeln Nadel/Nadeln Zwiebel/Zwiebeln ' +
		'Möbel/Möbeln Stiefel/Stiefeln Schlüssel/Schlüsseln Kabel/Kabeln Spiegel/Spiegeln Kleid/Kleider ' +
		'Kleid/Kleidern Buch/Bücher Tuch/Tücher Glas/Gläser Stuhl/Stühle Schrank/Schränke Topf/Töpfe ' +
		'Koffer/Koffern Jacke/Jacken Hose/Hosen Hemd/Hemden Tasche/Taschen Uhr/Uhren Lampe/Lampen Regal/Regale ' +
		'Sofa/Sofas Auto/Autos Handy/Handys Ring/Ringe Kette/Ketten Ohrring/Ohrringe Messer/Messern Gabel/Gabeln ' +
		'Löffel/Löffeln Teller/Tellern Tasse/Tassen Pfanne/Pfannen Matratze/Matratzen Kissen/Kissen Decke/Decken ' +
		'Vorhang/Vorhänge Teppich/Teppiche Fahrrad/Fahrräder Rad/Räder Reifen/Reifen Batterie/Batterien Akku/Akkus ' +
		'Kamera/Kameras Hülle/Hüllen Schraube/Schrauben Bohrer/Bohrern Zange/Zangen Säge/Sägen Mantel/Mäntel ' +
		'Ärmel/Ärmeln Strumpf/Strümpfe Socke/Socken Mütze/Mützen Hut/Hüte Handschuh/Handschuhe Gürtel/Gürteln ' +
		'Feder/Federn Leiter/Leitern Kind/Kinder Mann/Männer Frau/Frauen Hund/Hunde Katze/Katzen Vogel/Vögel ' +
		'Fisch/Fische Blume/Blumen Baum/Bäume Apfel/Äpfel Ei/Eier Brot/Brote rot/rote rot/rotes rot/roten ' +
		'schwarz/schwarze klein/kleine groß/große Muschel/Muscheln Zahnbürste/Zahnbürsten Bildschirm/Bildschirme ' +
		'Drucker/Druckern Maus/Mäuse',
	en:
		'shoe/shoes knife/knives elf/elves vertex/vertices shelf/shelves scarf/scarves loaf/loaves leaf/leaves box/boxes watch/watches ' +
		'battery/batteries toy/toys baby/babies glass/glasses dish/dishes brush/brushes mouse/mice foot/feet ' +
		'tooth/teeth man/men woman/women tomato/tomatoes potato/potatoes photo/photos piano/pianos dress/dresses ' +
		'sandwich/sandwiches key/keys accessory/accessories lens/lenses bus/buses matrix/matrices sheep/sheep ' +
		'goose/geese half/halves wolf/wolves hoof/hooves thief/thieves wife/wives life/lives cactus/cacti ski/skis ' +
		'tv/tvs cd/cds mat/mats curtain/curtains towel/towels bracelet/bracelets earring/earrings ' +
		'necklace/necklaces running/run',
	es:
		'zapato/zapatos vestido/vestidos pantalón/pantalones camión/camiones reloj/relojes luz/luces lápiz/lápices ' +
		'pez/peces sofá/sofás sillón/sillones colchón/colchones mueble/muebles lámpara/lámparas bolsa/bolsas ' +
		'bolso/bolsos gafa/gafas guante/guantes calcetín/calcetines botín/botines jersey/jerseis pijama/pijamas ' +
		'árbol/árboles flor/flores papel/papeles disfraz/disfraces nariz/narices rojo/roja rojo/rojas azul/azules ' +
		'gris/grises marrón/marrones pequeño/pequeña grande/grandes sartén/sartenes cojín/cojines ' +
		'televisor/televisores ratón/ratones auricular/auriculares altavoz/altavoces joya/joyas anillo/anillos ' +
		'pendiente/pendientes collar/collares crucigrama/crucigramas taza/tazas vaso/vasos cuchillo/cuchillos ' +
		'tenedor/tenedores bici/bicis niño/niños niña/niñas mujer/mujeres hombre/hombres bebé/bebés traje/trajes ' +
		'café/cafés tabú/tabúes',
	fr:
		'chaussure/chaussures robe/robes manteau/manteaux chapeau/chapeaux bijou/bijoux cheval/chevaux ' +
		'couteau/couteaux tableau/tableaux rideau/rideaux oiseau/oiseaux jeu/jeux cheveu/cheveux pneu/pneus ' +
		'clou/clous journal/journaux animal/animaux vitrail/vitraux bracelet/bracelets collier/colliers sac/sacs ' +
		'montre/montres lunette/lunettes lampe/lampes chaise/chaises matelas/matelas drap/draps ' +
		'serviette/serviettes gâteau/gâteaux bleu/bleue blanc/blanche noir/noire vert/verte neuf/neuve ' +
		'actif/active léger/légère long/longue gris/grise beau/belle frais/fraîche sec/sèche vieux/vieille doux/douce rouge/rouges ' +
		'local/locaux électrique/électriques œil/yeux bateau/bateaux anneau/anneaux pinceau/pinceaux ' +
		'ciseau/ciseaux stylo/stylos tuyau/tuyaux feu/feux genou/genoux bureau/bureaux',
	it:
		'scarpa/scarpe vestito/vestiti pantalone/pantaloni orologio/orologi lampada/lampade sedia/sedie ' +
		'tavolo/tavoli libro/libri borsa/borse giacca/giacche gonna/gonne camicia/camicie maglia/maglie ' +
		'calza/calze occhiale/occhiali anello/anelli collana/collane orecchino/orecchini bracciale/bracciali ' +
		'zaino/zaini coltello/coltelli forchetta/forchette cucchiaio/cucchiai vassoio/vassoi bicchiere/bicchieri piatto/piatti ' +
		'tazza/tazze letto/letti materasso/materassi cuscino/cuscini tappeto/tappeti specchio/specchi tenda/tende ' +
		'bianco/bianca bianco/bianchi nero/nera rosso/rossi verde/verdi grande/grandi lungo/lunghe fungo/funghi ' +
		'amico/amici uovo/uova braccio/braccia stivale/stivali sandalo/sandali cappello/cappelli guanto/guanti ' +
		'gioco/giochi giocattolo/giocattoli valigia/valigie bicicletta/biciclette uomo/uomini donna/donne ' +
		'bambino/bambini arancia/arance formaggio/formaggi',
	nl:
		'schoen/schoenen jurk/jurken broek/broeken jas/jassen trui/truien hemd/hemden rok/rokken sok/sokken ' +
		'tas/tassen horloge/horloges lamp/lampen stoel/stoelen tafel/tafels kast/kasten bed/bedden bank/banken ' +
		'kussen/kussens gordijn/gordijnen tapijt/tapijten mes/messen vork/vorken lepel/lepels pan/pannen ' +
		'pot/potten glas/glazen bord/borden beker/bekers boek/boeken fiets/fietsen wiel/wielen band/banden ' +
		"batterij/batterijen kabel/kabels foto/foto's auto/auto's camera/camera's baby/baby's kind/kinderen " +
		'man/mannen vrouw/vrouwen meisje/meisjes jongen/jongens huis/huizen muis/muizen reis/reizen brief/brieven ' +
		'druif/druiven roos/rozen vaas/vazen handschoen/handschoenen laars/laarzen bril/brillen ketting/kettingen ' +
		'ring/ringen oorbel/oorbellen armband/armbanden koffer/koffers rugzak/rugzakken hoed/hoeden muts/mutsen ' +
		'riem/riemen rood/rode wit/witte zwart/zwarte groot/grote klein/kleine blauw/blauwe geel/gele lief/lieve ' +
		'doos/dozen ei/eieren blad/bladeren',
	no:
		'sko/skoene kjole/kjoler bukse/bukser jakke/jakker skjorte/skjorter sokk/sokker veske/vesker ' +
		'klokke/klokker lampe/lamper stol/stoler bord/bordene skap/skapene seng/senger sofa/sofaer pute/puter ' +
		'gardin/gardiner teppe/tepper kniv/kniver gaffel/gafler panne/panner gryte/gryter glass/glassene ' +
		'tallerken/tallerkener kopp/kopper bok/bøker sykkel/sykler hjul/hjulene dekk/dekkene batteri/batterier ' +
		'kabel/kabler barn/barna mann/menn kvinne/kvinner hund/hunder katt/katter blomst/blomster ring/ringer ' +
		'armbånd/armbåndene ryggsekk/ryggsekker hatt/hatter hanske/hansker belte/belter rød/røde ' +
		'stor/store støvel/støvler sandal/sandaler mus/musene nøkkel/nøkler speil/speilene fugl/fugler gutt/gutter ' +
		'jente/jenter hylle/hyller',
	pl:
		'but/buty sukienka/sukienki spodnie/spodni kurtka/kurtki koszula/koszule sweter/swetry spódnica/spódnice ' +
		'skarpeta/skarpety torba/torby zegarek/zegarki lampa/lampy krzesło/krzesła stół/stoły szafa/szafy ' +
		'łóżko/łóżka poduszka/poduszki zasłona/zasłony dywan/dywany nóż/noże widelec/widelce łyżka/łyżki ' +
		'garnek/garnki patelnia/patelnie szklanka/szklanki talerz/talerze kubek/kubki książka/książki rower/rowery ' +
		'koło/koła opona/opony bateria/baterie kabel/kable dziecko/dzieci mężczyzna/mężczyźni kobieta/kobiety ' +
		'pies/psy kot/koty kwiat/kwiaty pierścionek/pierścionki naszyjnik/naszyjniki kolczyk/kolczyki ' +
		'bransoletka/bransoletki plecak/plecaki walizka/walizki kapelusz/kapelusze czapka/czapki ' +
		'rękawiczka/rękawiczki pasek/paski czerwony/czerwona czarny/czarne biały/białych mały/mała duży/duże ' +
		'sandał/sandały kozak/kozaki słuchawka/słuchawki telefon/telefony myszka/myszki klawiatura/klawiatury',
	pt:
		'sapato/sapatos vestido/vestidos calça/calças casaco/casacos camisa/camisas relógio/relógios ' +
		'luminária/luminárias colchão/colchões cordão/cordões botão/botões pão/pães mão/mãos anel/anéis ' +
		'papel/papéis lençol/lençóis farol/faróis funil/funis réptil/répteis azul/azuis jovem/jovens homem/homens ' +
		'mulher/mulheres flor/flores luz/luzes rapaz/rapazes óculos/óculos lápis/lápis brinco/brincos ' +
		'colar/colares pulseira/pulseiras sofá/sofás mesa/mesas cadeira/cadeiras armário/armários faca/facas ' +
		'colher/colheres garfo/garfos copo/copos prato/pratos branco/branca preto/pretas vermelho/vermelha ' +
		'pequeno/pequenas grande/grandes tênis/tênis bolsa/bolsas mochila/mochilas celular/celulares ' +
		'computador/computadores fogão/fogões avião/aviões caminhão/caminhões limão/limões melão/melões cão/cães ' +
		'animal/animais avental/aventais pincel/pincéis sandália/sandálias bebê/bebês',
	sv:
		'sko/skor klänning/klänningar byxa/byxor jacka/jackor skjorta/skjortor tröja/tröjor kjol/kjolar ' +
		'strumpa/strumpor väska/väskor fot/fötter hand/händer tand/tänder klocka/klockor lampa/lampor stol/stolar bord/borden skåp/skåpen säng/sängar ' +
		'soffa/soffor kudde/kuddar gardin/gardiner matta/mattor kniv/knivar gaffel/gafflar sked/skedar ' +
		'panna/pannor kastrull/kastruller glas/glasen tallrik/tallrikar mugg/muggar bok/böcker cykel/cyklar ' +
		'hjul/hjulen däck/däcken batteri/batterier kabel/kablar barn/barnen man/män kvinna/kvinnor hund/hundar ' +
		'katt/katter blomma/blommor ring/ringar halsband/halsbanden örhänge/örhängen armband/armbanden ' +
		'ryggsäck/ryggsäckar hatt/hattar mössa/mössor handske/handskar bälte/bälten röd/röda svart/svarta ' +
		'stor/stora sandal/sandaler stövel/stövlar hörlur/hörlurar telefon/telefoner mus/möss nyckel/nycklar ' +
		'spegel/speglar fågel/fåglar',
};

/** Words that look like those above, or have other inflections as well. */
const families: Readonly<Record<string, string>> = {
	da: 'nøgle/nøgler spejl/spejle mål/målene gaffel/gafler hul/huller',
	de:
		'glas/gläser bus/busse haus/häuser preis/preise kostenlos/kostenlose kreis/kreise gras/gräser los/lose ' +
		'spiel/spiele apfel/apfels eis/eises ausweis/ausweise moos/moose',
	en:
		'glove/gloves sleeve/sleeves olive/olives cave/caves drive/drives specimen/specimens case/cases vase/vases ' +
		'nurse/nurses stove/stoves valve/valves curve/curves wave/waves hose/hoses house/houses blouse/blouses ' +
		'purse/purses lamp/lamps ceiling/ceilings',
	es:
		'enlace/enlaces bronce/bronces índice/índices dulce/dulces inglés/ingleses gris/grises hombre/hombres ' +
		'padre/padres torre/torres tigre/tigres color/colores flor/flores sobre/sobres libre/libres ' +
		'interior/interiores matiz/matices raíz/raíces jean/jeans short/shorts legging/leggings gafa/gafas tijera/tijeras ' +
		'pantalón/pantalones calcetín/calcetines tenis/tenis vaquero/vaqueros auricular/auriculares',
	fr:
		'gros/grosse doux/douce/doux roux/rousse sportif/sportive/sportifs/sportives bleu/bleue/bleus/bleues ' +
		'gris/grise olive/olives collant/collants ciseau/ciseaux lunette/lunettes jumelle/jumelles short/shorts',
	it:
		'pensiero/pensieri occhiale/occhiali tasso/tassi basso/bassi auricolare/auricolari cellulare/cellulari ' +
		'collant/collants short/shorts jean/jeans pantalone/pantaloni forbice/forbici cuffia/cuffie dollaro/dollari',
	nl:
		'matras/matrassen bus/bussen adres/adressen proces/processen machine/machines handelaar/handelaars ' +
		'kaars/kaarsen mes/messen fles/flessen keukenmes/keukenmessen service/services tennisles/tennislessen ' +
		'huis/huizen kies/kiezen game/games muts/mutsen laars/laarzen regenlaars/regenlaarzen schaar/scharen ' +
		'haar/haren stof/stoffen ' +
		'jurk/jurkje/jurkjes/jurken tas/tasje/tassen lamp/lampje stoel/stoeltje/stoelen sok/sokjes/sokken ' +
		'bloem/bloempje/bloemetje/bloemen fiets/fietsje muts/mutsje laars/laarsje glas/glaasje auto/autootje boot/bootje ' +
		'boom/boompje scherm/schermpje trui/truitje ketting/kettinkje deken/dekentje kussen/kussentje schoen/schoentje ' +
		'kaart/kaartje gitaar/gitaartje koffer/koffertje pan/pannetje ster/sterretje ring/ringetje tent/tentje ' +
		'plant/plantje hemd/hemdje servet/servetje document/documentje konijn/konijntje meisje/meisjes koekje/koekjes',
	no: 'speil/speilene nøkkel/nøkler sykkel/sykler kul/kule mål/målet støvel/støvler',
	pt:
		'mês/meses inglês/ingleses país/países pão/pães mão/mãos móvel/móveis fácil/fáceis nível/níveis ' +
		'hotel/hotéis automóvel/automóveis imagem/imagens item/itens fim/fins legging/leggings short/shorts ' +
		'meia/meias tesoura/tesouras calça/calças calçado/calçados',
	sv:
		'väska/väskor flaska/flaskor kall/kalla skål/skålar mask/masker stol/stolar pensel/penslar finger/fingrar ' +
		'axel/axlar',
};

/** British and American spellings. */
const britishWords =
	'colour/color/colours flavour/flavor favourite/favorite armour/armor fibre/fiber/fibres theatre/theater centre/center ' +
	'litre/liter metre/meter/metres millimetre/millimeter travelling/traveling labelled/labeled cancelled/canceled swiveller/swiveler ' +
	'organiser/organizer/organisers moisturising/moisturizing sanitiser/sanitizer personalised/personalized analyser/analyzer ' +
	'catalogue/catalog mould/mold/moulds plough/plow sulphur/sulfur artefact/artifact tyre/tire/tyres moustache/mustache doughnut/donut/doughnuts cosy/cozy licence/license ' +
	'programme/program whiskey/whisky yoghurt/yogurt adaptor/adapter/adaptors disc/disk/discs woollen/woolen noise/noises exercise/exercises';

/** Words that have nothing in common but letters. */
const strangers: Readonly<Record<string, string>> = {
	en: 'centre/cent litre/lit disc/dish tyre/tyrant wise/wizard live/leaf glove/glofe men/menu lens/lend bus/but specimen/speciman abdomen/abdoman leaves/leave olive/life',
	de: 'jeans/jeansstoff brille/brillant pumps/pumpe socken/sockel glas/gala haus/hau nudel/nude kamera/kamerad auto/autor ei/eis kabel/kanel',
	fr: 'collants/colle collants/collier lunettes/lune couverts/couverture jean/jeanne jeu/jus doux/dos gros/grau belle/bel œil/oie sport/sportif pneu/pne',
	es: 'alicates/alicatado gafas/gasa pantalón/pantalla tijeras/tejer tenis/tenedor pez/peca luz/lucas voz/vocal mujer/mueble café/cafre cruz/crudo',
	it: 'occhiali/occhiello occhiali/occhio pantaloni/pantano cuffie/cuffiette uomo/uova materasso/materia cucchiaio/cucchia',
	pt: 'calças/calçados meias/meio tesouras/tesouro óculos/oculto mês/mercado pão/pau anel/anis fim/fio azul/azia mal/mais',
	nl: 'meisje/meis beetje/beet koekje/koek broodje/brood scheermesje/scheermes rietje/riet oortje/oor mobieltje/mobiel oranje/oran bril/bries mes/meid laars/laar kind/kin foto/fout tas/tarwe muts/mug',
	pl: 'drzwi/drzewo spodnie/spód nożyczki/nóż okulary/oko',
	sv: 'glasögon/glas väska/sko bok/bock mus/mos hand/handla man/mål spegel/spel',
	da: 'bog/bøg mand/mandel sko/skov barn/bar',
	no: 'bok/bukk mann/mandel sko/skog',
};

const toKey = (language: string) => {
	const analyzer = createAnalyzer(language);
	return (word: string) =>
		analyzer
			.analyzeQuery(`${word} `)
			.words.map(({ key }) => key)
			.join(' ');
};

describe('inflections have one stem', () => {
	for (const table of [pairs, families, { en: britishWords }]) {
		for (const [language, list] of Object.entries(table)) {
			it(`in ${language}: ${list.slice(0, 40)}…`, () => {
				const keyOf = toKey(language);
				const apart = list.split(' ').filter((family) => new Set(family.split('/').map(keyOf)).size > 1);
				assert.deepEqual(apart, []);
			});
		}
	}
});

describe('other words have another one', () => {
	for (const [language, list] of Object.entries(strangers)) {
		it(`in ${language}`, () => {
			const keyOf = toKey(language);
			const same = list.split(' ').filter((pair) => new Set(pair.split('/').map(keyOf)).size === 1);
			assert.deepEqual(same, []);
		});
	}
});
