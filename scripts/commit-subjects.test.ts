import { execFileSync } from 'node:child_process'
import { expect, it } from 'vitest'

/** Earlier subjects were written before there was a check. */
const SINCE = '2026-11-27T14:00:00Z'
const LONGEST = 72
/** Says what was done instead of what the commit does. */
const PAST = /^(?:Add|Chang|Fix|Mend|Remov|Renam|Updat|Us|Mov|Mak|Writ|Test)(?:ed|es|s|ing)\b/

/** Says what is wrong with a commit's subject; null when nothing is. */
function judge(subject: string): string | null {
  if (subject.length > LONGEST) return `${subject.length} characters: ${subject}`
  if (!/^[A-Z]/.test(subject)) return `begins with no capital letter: ${subject}`
  if (subject.endsWith('.')) return `ends in a full stop: ${subject}`
  return PAST.test(subject) ? `is no imperative: ${subject}` : null
}

/** Subjects of the commits on this branch; none outside a git checkout. */
function readSubjects(): string[] {
  try {
    const log = execFileSync('git', ['log', '--no-merges', `--since=${SINCE}`, '--format=%s'], {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    })
    return log.split('\n').filter((line) => line !== '')
  } catch {
    return []
  }
}

it('finds what is wrong with a commit subject', () => {
  expect(judge('Refund a payment in parts')).toBeNull()
  expect(judge(`Refund ${'a payment '.repeat(8)}`)).toMatch(/characters/)
  for (const wrong of [
    'refund a payment',
    'Refund a payment.',
    'Fixed refunds',
    'Adds refunds',
    'Using refunds',
  ])
    expect(judge(wrong)).not.toBeNull()
})

it('every commit subject is a short imperative', () => {
  expect(readSubjects().flatMap((subject) => judge(subject) ?? [])).toEqual([])
})
