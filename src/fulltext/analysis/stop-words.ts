/**
 * Function words by language: articles, prepositions, conjunctions, pronouns, forms of to be.
 *
 * The lists are our own and short on purpose. A stop word is indexed like any other; in a query it becomes optional, so
 * `cover for the ipad` finds `iPad cover`. Words that name something in a shop (`over`, `will`, `one`, `can`) are left
 * out even where longer lists have them. Languages without a list have no stop words.
 */
import type { Folding } from './fold.ts';

const lists: Readonly<Record<string, string>> = {
	ar: 'في من على إلى الى عن مع هذا هذه ذلك التي الذي و أو او أن ان ما لا هو هي كل بين بعد قبل عند كان',
	bg: 'и в във на за от до с със по при без под над или но да не се си е са що като към това този тази тези който която',
	ca: 'el la els les un una uns unes de del dels a al als en amb per i o que es és són no se si com pel pels sense sobre des',
	cs: 'a i v ve na z ze s se k ke o od do po pro při u za nebo ale je jsou že to ten ta ty jako bez pod nad před mezi který která které',
	da: 'og i på til af med for fra en et den det de der som er at ved om eller ikke uden under over hos din min',
	de: 'der die das den dem des ein eine einen einem einer eines und oder mit für von vom zu zum zur im in am an auf aus bei ohne nach ist sind als wie ich mein dein ihr sich auch es',
	el: 'ο η το οι τα του της των τον την τους τις και ή με για από σε στο στη στην στον στα στις ένα μια ένας είναι να που χωρίς ως',
	en: 'a an the and or of for in on at to with by from as is are be it its this that these those your my our i you into',
	es: 'el la los las lo un una unos unas de del a al en con por para y e o u que se su sus es son no sin sobre como mi tu desde entre',
	et: 'ja või on ei see et ka kui aga oma ning',
	eu: 'eta edo da dira du dute ez bat batzuk hau hori baina ere',
	fa: 'و در به از که با برای این آن را یا تا بر هم است بی روی هر',
	fi: 'ja tai on ei se että kun kuin mutta myös joka jotka ovat ne hän sekä',
	fr: 'le la les un une des de du d l au aux a à en et ou pour par avec sans sur dans que qui ce cet cette ces est sont se sa son ses mon ton il elle ne pas',
	gl: 'o a os as un unha uns unhas de do da dos das en no na nos nas con por para e ou que se é son sen sobre ao á',
	he: 'של על את עם או גם לא זה זו הוא היא אל מן כי אם',
	hi: 'का के की को में से पर और या है हैं यह वह के लिए एक ने भी तो ही इस उस जो कि',
	hr: 'i u na za od do s sa po pri bez ili ali je su se da ne kao iz o koji koja koje',
	hu: 'a az egy és vagy de hogy nem is van volt ez ebben meg ha mint csak már',
	hy: 'և եւ կամ է են մի այս այդ որ ի համար հետ',
	id: 'dan atau di ke dari yang untuk dengan pada ini itu adalah dalam oleh sebagai juga tidak',
	it: 'il lo la i gli le un uno una di del dello della dei degli delle a al allo alla ai agli alle da dal dalla in nel nella con per su sul sulla tra fra e ed o che è sono non si senza come',
	ja: 'の に は を が と で も や へ から まで より',
	ko: '및 의 와 과 또는 그리고',
	lt: 'ir ar į iš su be po prie per už nuo iki kad yra ne tai kaip bet',
	lv: 'un vai ar no uz par pie pēc bez līdz kas ir ne tas tā kā bet arī',
	nl: 'de het een en of van voor met in op aan te bij door uit naar om is zijn als dat die dit deze er niet zonder mijn jouw',
	no: 'og i på til av med for fra en et ei den det de der som er at ved om eller ikke uten under over hos din min',
	pl: 'i w we na z ze do od dla po przy o u za lub albo ale jest są że to ten ta te jak bez pod nad się nie który która które',
	pt: 'o a os as um uma uns umas de do da dos das em no na nos nas com por pelo pela para e ou que se é são não sem sobre ao à aos às seu sua',
	ro: 'și si în in la de din cu pe pentru sau un o unei unui al ale a ai este sunt că nu fără care ce cel cea prin',
	ru: 'и в во на за от до с со по при без под над или но да не из к ко о об для у же это этот эта эти как что который которая',
	sk: 'a i v vo na z zo s so k ku o od do po pre pri u za alebo ale je sú že to ten tá ako bez pod nad sa nie ktorý ktorá ktoré',
	sl: 'in v na za od do s z po pri brez pod nad ali pa je so se da ne kot iz o ki',
	sv: 'och i på till av med för från en ett den det de som är att vid om eller inte utan under över hos din min',
	th: 'ที่ และ หรือ ของ ใน กับ สำหรับ จาก เป็น ได้ ให้',
	tr: 've veya ile için bir bu şu o da de mi mı ki gibi ya en',
	uk: 'і й та в у на за від до з із зі по при без під над або але не що як для це цей ця ці який яка які о про',
	zh: '的 和 与 及 或 在 是 了 也 为',
};

/** The stop words of a language, folded. */
export function toStopWords(language: string, folding: Folding): ReadonlySet<string> {
	const list = Object.hasOwn(lists, language) ? (lists[language] ?? '') : '';
	return new Set(list === '' ? [] : list.split(' ').map(folding.fold));
}

/** The languages that have a list, as ISO 639-1 codes. */
export const stopWordLanguages: readonly string[] = Object.keys(lists);
