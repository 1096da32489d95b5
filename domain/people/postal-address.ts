/** A postal address; unknown parts are empty. */
export interface PostalLines {
  readonly addressline1?: string
  readonly addressline2?: string
  readonly addressline3?: string
  readonly addressline4?: string
  readonly city: string
  readonly state: string
  readonly postal_code: string
  /** A code such as 'DE', or the country's name as entered. */
  readonly country: string
}

/**
 * Countries that write the postal code before the town (Universal Postal Union, addressing systems), each
 * with its languages.
 */
const CODE_FIRST: Readonly<Record<string, readonly string[]>> = {
  AT: ['de'],
  BE: ['nl', 'fr', 'de'],
  CH: ['de', 'fr', 'it'],
  CZ: ['cs'],
  DE: ['de'],
  DK: ['da'],
  EE: ['et'],
  ES: ['es'],
  FI: ['fi', 'sv'],
  FR: ['fr'],
  GR: ['el'],
  HR: ['hr'],
  IL: ['he'],
  IS: ['is'],
  IT: ['it'],
  LI: ['de'],
  LT: ['lt'],
  LU: ['fr', 'de'],
  MX: ['es'],
  NL: ['nl'],
  NO: ['no'],
  PL: ['pl'],
  PT: ['pt'],
  RO: ['ro'],
  RS: ['sr'],
  SE: ['sv'],
  SI: ['sl'],
  SK: ['sk'],
  TR: ['tr'],
}

let names: ReadonlySet<string> | undefined

/**
 * Their codes and their names, in English, German, French, Spanish and their own languages, in lower case.
 */
function codeFirstNames(): ReadonlySet<string> {
  names ??= new Set(
    Object.entries(CODE_FIRST).flatMap(([code, tongues]) => [
      code.toLowerCase(),
      ...['en', 'de', 'fr', 'es', ...tongues].map((tongue) =>
        (new Intl.DisplayNames([tongue], { type: 'region' }).of(code) ?? code).toLowerCase(),
      ),
    ]),
  )
  return names
}

const joined = (parts: readonly string[], between: string): string =>
  parts.filter((part) => part !== '').join(between)

/** '50667 Köln' where the country writes it in this order, else 'Milwaukee, WI 53203'. */
function townLine({ city, state, postal_code, country }: PostalLines): string {
  if (codeFirstNames().has(country.trim().toLowerCase()))
    return joined([joined([postal_code, city], ' '), state], ', ')
  return joined([city, joined([state, postal_code], ' ')], ', ')
}

/** Languages in which people write the name of a country. */
const LANGUAGES = ['en', 'de', 'fr', 'es']

/** Names of each country by its code, in lower case. Looking one up is slow, and documents are written by the thousand. */
const namesByCode = new Map<string, readonly string[]>()

function namesOf(code: string): readonly string[] {
  const known = namesByCode.get(code)
  if (known) return known
  const names = LANGUAGES.map((language) =>
    (new Intl.DisplayNames([language], { type: 'region' }).of(code.toUpperCase()) ?? '').toLowerCase(),
  )
  namesByCode.set(code, names)
  return names
}

/** A country as code or name in lower case: 'US', 'usa' and 'Vereinigte Staaten' have 'us' in common. */
function spellingsOf(country: string): readonly string[] {
  if (country === 'usa') return ['us']
  return /^[a-z]{2}$/.test(country) ? [country, ...namesOf(country)] : [country]
}

function isSameCountry(one: string, other: string): boolean {
  const [mine, theirs] = [one.trim().toLowerCase(), other.trim().toLowerCase()]
  if (mine === '' || theirs === '') return false
  return mine === theirs || spellingsOf(mine).some((spelling) => spellingsOf(theirs).includes(spelling))
}

/**
 * The lines of an address as written on paper; empty parts are left out, and so is the country of an address in `home`, the
 * sender's own country.
 */
export function addressLines(address: PostalLines, home = ''): string[] {
  const { addressline1 = '', addressline2 = '', addressline3 = '', addressline4 = '' } = address
  const country = isSameCountry(address.country, home) ? '' : address.country
  return [addressline1, addressline2, addressline3, addressline4, townLine(address), country].filter(
    (line) => line !== '',
  )
}
