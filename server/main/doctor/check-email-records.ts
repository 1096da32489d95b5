import type { Config } from '../../platform/config.ts'
import { type CheckedRecord, checkRecords } from '../../rooms/email-addresses/index.ts'
import { type Finding, ok, problem, skipped, warning } from './finding.ts'

/** Whether name servers have the records that make emails arrive. Asks them only where a mail server is set. */
export async function checkEmailRecords(config: Config): Promise<Finding[]> {
  if (config.smtpUrl === undefined) return [skipped('email records: SMTP_URL is not set, so none are needed')]
  return (await checkRecords(config)).map(findingOf)
}

function findingOf({ name, type, value, state, found }: CheckedRecord): Finding {
  const what = `email records: ${type} of ${name}`
  const advice = `Set it to: ${value}`
  if (state === 'found') return ok(`${what} is found`)
  if (state === 'missing') return problem(`${what} is missing`, advice)
  if (state === 'differs') return warning(`${what} differs: ${found.join(' | ')}`, advice)
  return warning(`${what} could not be checked`, 'No name server answered. Ask again later.')
}
