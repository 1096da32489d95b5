import type { Config } from '../../../../platform/config.ts'
import { judgeRecord, recordsLike, type WantedRecord, wantedRecords } from '../../rules/dns-records.ts'
import { type LookUp, openLookUp } from './look-up-records.ts'

export interface CheckedRecord extends WantedRecord {
  readonly state: 'found' | 'missing' | 'differs' | 'unknown'
  readonly found: readonly string[]
}

/** Compares the records that an installation needs with those that name servers have. */
export function checkRecords(config: Config): Promise<CheckedRecord[]> {
  const lookUp = openLookUp(config.dnsServers)
  const wanted = wantedRecords({
    mailFrom: config.mailFrom,
    smtpHost: config.smtpUrl === undefined ? null : new URL(config.smtpUrl).hostname,
    dkim: config.dkim,
    bounceDomain: config.bounceDomain ?? null,
    ownHost: new URL(config.appOrigin).hostname,
  })
  return Promise.all(wanted.map((record) => checkRecord(record, lookUp)))
}

async function checkRecord(wanted: WantedRecord, lookUp: LookUp): Promise<CheckedRecord> {
  // Nobody else has records of this name, and the question must not leave the machine (RFC 6761, section 6.3).
  const found = wanted.name.endsWith('.localhost') ? null : await lookUp(wanted.name, wanted.type)
  if (found === null) return { ...wanted, state: 'unknown', found: [] }
  return { ...wanted, state: judgeRecord(wanted, found), found: recordsLike(wanted, found) }
}
