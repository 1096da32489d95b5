import type { Ctx } from '../../../platform/context.ts'
import { sha256 } from '../../../platform/ids.ts'
import { type ChainEnd, linkProblem, START } from '../rules/check-links.ts'
import { hexOf } from '../rules/present-entry.ts'
import { linksAfter, selectUnlinked, withoutTimeLimit } from '../store/seals.ts'

/** A hash that was kept outside the database, with the number of its seal. */
export interface KeptSeal {
  readonly number: bigint
  /** Lower-case hexadecimal. */
  readonly hash: string
}

export interface ChainReport {
  /** Entries with a seal. */
  readonly sealed: number
  /** Entries too recent to have a seal. */
  readonly waiting: number
  /** The end of the chain; null without one. */
  readonly last: KeptSeal | null
  /** Faults in the order of the chain, truncated to a maximum. Empty for a valid chain. */
  readonly problems: string[]
}

const AT_A_TIME = 5000
const MAX_PROBLEMS = 20

/**
 * Walks the account's chain from its beginning and reports entries that were changed, removed or inserted
 * without a seal. With `kept` it also checks that the chain still contains that hash.
 */
export async function verifyChain(ctx: Ctx, kept: KeptSeal | null = null): Promise<ChainReport> {
  await withoutTimeLimit(ctx)
  const problems: string[] = []
  let end: ChainEnd = START
  let sealed = 0
  for (;;) {
    const links = await linksAfter(ctx, end.number, AT_A_TIME)
    if (links.length === 0) break
    for (const link of links) {
      const problem = linkProblem(end, link, digestOf)
      if (problem !== null && problems.length < MAX_PROBLEMS) problems.push(problem)
      if (kept?.number === link.number && kept.hash !== hexOf(link.digest))
        problems.push(`seal ${link.number} is not the one that was kept: what it seals was rewritten`)
      end = link
    }
    sealed += links.length
  }
  if (kept !== null && kept.number > end.number)
    problems.push(`seal ${kept.number}, which was kept, is gone: the chain ends at ${end.number}`)
  const { unknown, lost, waiting } = await selectUnlinked(ctx, MAX_PROBLEMS)
  problems.push(
    ...unknown.map((id) => `entry ${id} has no seal: it was put in, or its seal was removed`),
    ...lost.map((id) => `entry ${id} was removed before it was sealed`),
  )
  const last = end === START ? null : { number: end.number, hash: hexOf(end.digest) }
  return { sealed, waiting, last, problems }
}

const digestOf = (before: Uint8Array, content: string): Uint8Array =>
  sha256(Buffer.concat([before, Buffer.from(content)]))
