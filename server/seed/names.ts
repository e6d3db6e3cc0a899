/** Names and titles of seeded libraries, in several languages and scripts, two of them right-to-left. */
import type { Random } from "./random.ts";

interface Language {
  /** Relative frequency. */
  weight: number;
  first: string;
  last: string;
  /** First and last words of titles. */
  opening: string;
  closing: string;
}

const languages: Language[] = [
  {
    weight: 46,
    first: "Ada Amos Birdie Cleo Dashiell Edie Fern Gus Hattie Ivo June Kit Lou Mabel Ned Otis Pearl Quinn Ruth Sam",
    last: "Ashdown Barrow Calloway Dunmore Everly Fairweather Gray Hollis Ingram Kettleby Larkin Marlowe O'Neill Pryor Rook St. John Thistlewood Vane-Tempest Wilder Young",
    opening:
      "Slow Golden Midnight Paper Broken Electric Silver Blue Last First Wild Quiet Neon Hollow Borrowed Velvet Winter Little Second-hand Nobody's",
    closing:
      "Tide Harbour Radio Orchard Fire Letters Highway Garden Ghost Morning River Machine Heart Umbrella Parade Thunder Kitchen Windows Satellite Home",
  },
  {
    weight: 9,
    first: "Álvaro Begoña Íñigo Lucía Martín Nuria Óscar Sofía Tomás Ximena",
    last: "Ávila Cañas Echeverría García Ibáñez Muñoz Núñez Peña Vázquez Zúñiga",
    opening: "Corazón Noche Lluvia Canción Último Pequeña Años Sueño Mañana Señal",
    closing: "eterna perdida salvaje azul olvidado lejana mío roto infinito callada",
  },
  {
    weight: 8,
    first: "Anaïs Benoît Céline Éloïse François Geneviève Hélène Jérôme Noël Zoé",
    last: "Aubépine Bérénger Châtelain Deschênes Gâtineau Lefèvre Maël Pêcheur Rivière Théroux",
    opening: "L'été L'île Forêt Mémoire Lumière Rêve Déjà Château Fenêtre Poussière",
    closing: "d'août perdue à Paris sans fin d'étoiles fragile en février d'hiver oubliée bleue",
  },
  {
    weight: 8,
    first: "Björn Dörte Jürgen Käthe Lörinc Märta Rüdiger Søren Åsa Øyvind",
    last: "Ågren Böhme Grüner Jørgensen Köhler Lindström Müller Nygård Schäfer Weiß",
    opening: "Grüße Stürme Nächte Straße Schöne Flüsse Große Süße Leise Über",
    closing: "im Regen nach Norden am Fluß ohne Schlaf für Käthe unter Bäumen bei Nacht 1989",
  },
  {
    weight: 7,
    first: "Błażej Čeněk Dušan Ewa Łukasz Małgorzata Ömer Şeyma Tuğçe Żaneta",
    last: "Brzęczyszczykiewicz Çelik Dvořák Gökçe Kołodziej Łoś Němcová Şahin Szymańska Žižka",
    opening: "Gwiazdy Güneş Księżyc Łódź Şarkı Tęsknota Ulice Yağmur Zażółć Žár",
    closing: "w nocy ve deszczu gibi nad Wisłą içinde bez końca sensiz v zimě jaźń",
  },
  {
    weight: 6,
    first: "さくら はるか ゆうき 健太 美咲 大輔 由紀子 지민 서연 민준",
    last: "佐藤 鈴木 高橋 渡辺さん 小林家 東海林 長谷川 김씨네 이야기 박하늘",
    opening: "夜明け 東京 星空 夏の日 さよなら 雨音 사랑 바다 봄날 달빛",
    closing: "メロディー の歌 エレジー ふたたび ワルツ 物語 이야기 노래 에서 처럼",
  },
  {
    weight: 8,
    first: "يوسف ليلى عمر نور فاطمة أمين סלמה נועה איתן יעל",
    last: "الخطيب حداد منصور الشريف القاسم النجار כהן לוי מזרחי פרידמן",
    opening: "ليلة قمر بحر أغنية مطر حلم שיר לילה רוח גשם",
    closing: "القاهرة بعيدة الصيف بلا نهاية القلب של קיץ בירושלים בלי סוף אחרון רחוק",
  },
  {
    weight: 8,
    first: "Ama Bheki Chidi Đặng Ìyábọ̀ Kwame Lindiwe Ngọc Thu Trần",
    last: "Adébáyọ̀ Boateng Dlamini Hoàng Mbatha Nguyễn Okafor Phạm Sithole Võ",
    opening: "Amandla Biển Đêm Ẹ̀rín Mưa Ngôi Sunsum Thành Ubuntu Yá",
    closing: "mãi mãi phố cũ lóní yam khosi nhạt nắng ezulwini xanh kuu",
  },
];

/** Splits a list of words at spaces. */
const words = (text: string) => text.split(" ");
const parsed = languages.map((language) => ({
  weight: language.weight,
  first: words(language.first),
  last: words(language.last),
  opening: words(language.opening),
  closing: words(language.closing),
}));
export type Tongue = (typeof parsed)[number];
const byWeight = parsed.flatMap((tongue) => Array<Tongue>(tongue.weight).fill(tongue));

export const pickTongue = (random: Random): Tongue => random.pick(byWeight);

/** Cuts a text between characters, to at most `max` UTF-16 units, as forms count them. */
export function clip(text: string, max: number): string {
  let clipped = "";
  for (const character of text) {
    if (clipped.length + character.length > max) break;
    clipped += character;
  }
  return clipped.trim();
}

/** Creates a first and last name; one in a hundred has the maximum length. */
export function personName(random: Random, tongue: Tongue): { first: string; last: string } {
  const last = random.pick(tongue.last);
  const long = random.chance(0.01);
  return {
    first: `${random.pick(tongue.first)}${random.chance(0.1) ? ` ${random.pick(tongue.first)}` : ""}`,
    last: long ? clip(`${last}-${tongue.last.join("-")}`, 50) : last,
  };
}

const additions = [
  "(Live)",
  "(Demo)",
  "(Acoustic)",
  "(Remastered 2011)",
  "– Radio Edit",
  "[Instrumental]",
  "pt. 2",
  "🌙",
  "№ 7",
];

/** Creates a title of up to `max` characters; a few are wider than any column. */
export function makeTitle(random: Random, tongue: Tongue, max: number): string {
  const short = random.chance(0.15)
    ? random.pick(tongue.opening)
    : `${random.pick(tongue.opening)} ${random.pick(tongue.closing)}`;
  if (random.chance(0.02)) {
    const rest = Array.from({ length: 14 }, () => random.pick(tongue.closing));
    return clip(`${short} (${rest.join(" ")})`, max);
  }
  return clip(random.chance(0.15) ? `${short} ${random.pick(additions)}` : short, max);
}
