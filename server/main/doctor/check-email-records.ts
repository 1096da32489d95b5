import type { Config } from '../../platform/config.ts'
import { checkRecords } from '../../rooms/email-addresses/index.ts'
import { type Finding, ok, problem, skipped, warning } from './finding.ts'

/** Whether name servers have the records that make emails arrive. Asks them only where a mail server is set. */
export async function checkEmailRecords(config: Config): Promise<Finding[]> {
  if (config.smtpUrl === undefined) return [skipped('email records: SMTP_URL is not set, so none are needed')]
  const records = await checkRecords(config)
  return records.map(describe)
}

function describe({
  name,
  type,
  value,
  state,
  found,
}: Awaited<ReturnType<typeof checkRecords>>[number]): Finding {
  const what = `email records: ${type} of ${name}`
  const advice = `Set it to: ${value}`
  switch (state) {
    case 'found':
      return ok(`${what} is found`)
    case 'missing':
      return problem(`${what} is missing`, advice)
    case 'differs':
      return warning(`${what} differs: ${found.join(' | ')}`, advice)
    case 'unknown':
      return warning(`${what} could not be checked`, 'No name server answered. Ask again later.')
  }
}
