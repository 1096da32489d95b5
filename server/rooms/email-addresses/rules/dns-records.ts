export type RecordPurpose = 'spf' | 'dkim' | 'dmarc' | 'bounce_mx' | 'bounce_spf'

/** A DNS record that the installation needs. */
export interface WantedRecord {
  readonly purpose: RecordPurpose
  readonly name: string
  readonly type: 'TXT' | 'MX'
  readonly value: string
}

export interface SenderSettings {
  readonly mailFrom: string
  /** Host to which emails are handed; null without one. */
  readonly smtpHost: string | null
  readonly dkim: { readonly domain: string; readonly selector: string; readonly record: string } | null
  readonly bounceDomain: string | null
  /** Host that receives mail for the bounce domain. */
  readonly ownHost: string
}

const domainOf = (address: string): string => address.slice(address.lastIndexOf('@') + 1).toLowerCase()

/** Returns the records to set for a sender. */
export function wantedRecords({
  mailFrom,
  smtpHost,
  dkim,
  bounceDomain,
  ownHost,
}: SenderSettings): WantedRecord[] {
  const from = domainOf(mailFrom)
  const spf = `v=spf1 ${smtpHost === null ? 'mx' : `a:${smtpHost}`} ~all`
  const records: WantedRecord[] = [{ purpose: 'spf', name: from, type: 'TXT', value: spf }]
  if (dkim !== null)
    records.push({
      purpose: 'dkim',
      name: `${dkim.selector}._domainkey.${dkim.domain}`,
      type: 'TXT',
      value: dkim.record,
    })
  records.push({
    purpose: 'dmarc',
    name: `_dmarc.${from}`,
    type: 'TXT',
    value: 'v=DMARC1; p=quarantine; adkim=r; aspf=r',
  })
  if (bounceDomain === null) return records
  records.push({ purpose: 'bounce_mx', name: bounceDomain, type: 'MX', value: `10 ${ownHost}` })
  // Receivers check the domain of the return path, which is not the sender's then.
  if (bounceDomain !== from)
    records.push({ purpose: 'bounce_spf', name: bounceDomain, type: 'TXT', value: spf })
  return records
}

const BEGINNINGS: Readonly<Record<RecordPurpose, RegExp | null>> = {
  spf: /^v=spf1(\s|$)/i,
  bounce_spf: /^v=spf1(\s|$)/i,
  dkim: null,
  dmarc: /^v=DMARC1\s*(;|$)/i,
  bounce_mx: null,
}

/** Returns which of the records at its name are of the wanted kind. */
export function recordsLike({ purpose }: WantedRecord, found: readonly string[]): string[] {
  const beginning = BEGINNINGS[purpose]
  return beginning === null ? [...found] : found.filter((value) => beginning.test(value))
}

/**
 * Compares what name servers have with what is wanted. SPF and DMARC may differ in their policy, and SPF may name the mail
 * provider in its own way; two records of one kind count as none.
 */
export function judgeRecord(wanted: WantedRecord, found: readonly string[]): 'found' | 'missing' | 'differs' {
  const like = recordsLike(wanted, found)
  if (like.length === 0) return 'missing'
  switch (wanted.purpose) {
    case 'spf':
    case 'bounce_spf':
      return like.length === 1 && NAMES_A_SENDER.test(like[0]!) && !/\s\+?all\b/i.test(like[0]!)
        ? 'found'
        : 'differs'
    case 'dmarc':
      return like.length === 1 && /;\s*p\s*=\s*(none|quarantine|reject)\b/i.test(like[0]!)
        ? 'found'
        : 'differs'
    case 'dkim':
      return like.some((value) => keyIn(value) === keyIn(wanted.value)) ? 'found' : 'differs'
    case 'bounce_mx':
      return like.some((value) => hostIn(value) === hostIn(wanted.value)) ? 'found' : 'differs'
  }
}

const NAMES_A_SENDER = /\s[+?~]?(a|mx|ip4|ip6|include|exists|redirect)\b/i

const keyIn = (record: string): string | null =>
  /(?:^|;)\s*p=([^;]*)/.exec(record)?.[1]?.replace(/\s/g, '') ?? null

const hostIn = (record: string): string =>
  record
    .replace(/^\d+\s+/, '')
    .replace(/\.$/, '')
    .toLowerCase()
