import { displayAmount } from '../../../../../domain/money/money.ts'
import type { Ctx } from '../../../../platform/context.ts'
import { OTHER_CURRENCY } from '../../rules/choices.ts'
import { readNumber } from '../../rules/read-record.ts'
import { openConflict, settleConflicts, tellsApart } from '../../store/conflicts.ts'
import {
  type FormerInvoice,
  formerInvoices,
  formerMemos,
  hasFormerBooks,
  type MovedKind,
} from '../../store/former-records.ts'
import { type LinkToWrite, linksOf, partGone, partLink, TO_RECOGNIZE, writeLinks } from '../../store/links.ts'
import type { Applied, Fact } from '../../tables.ts'
import { booksName, formerBooksName } from './former-books-name.ts'
import { noteKept } from './note-kept.ts'

/** An invoice or a credit memo of the books that are read now. Amounts are in minor units. */
export interface Candidate {
  readonly remoteId: string
  readonly number: string
  readonly customerId: string | null
  readonly currency: string
  readonly totalMinor: bigint
  readonly leftMinor: bigint
  readonly isOpen: boolean
  readonly isDeleted: boolean
  readonly url: string
}

/** Amounts by which a record here and the one in books may differ though they are the same, in minor units. */
export interface Beside {
  /** Settled here, and not posted to any books. */
  readonly unknownMinor: bigint
  /** Late fees that were posted to the former books, as lines of an invoice. */
  readonly feesMinor: bigint
}

type ReadBeside = (localIds: readonly string[]) => Promise<(localId: string) => Beside>

const NAMES: Readonly<Record<MovedKind, string>> = { invoice: 'Invoice', credit_memo: 'Credit memo' }

/**
 * Recognizes invoices or credit memos that were read from former books, by customer and number, and those that these books had before
 * them, by their ids. One with the same total, of which as much is left, is the same. Returns the others of them, and those that were
 * deleted, by their ids at the platform: a person decides about each before it is read.
 */
export async function recognizeRecords(
  ctx: Ctx,
  applied: Applied,
  kind: MovedKind,
  given: readonly Candidate[],
  readBeside: ReadBeside,
): Promise<ReadonlySet<string>> {
  const { connection } = applied
  if (!(await hasFormerBooks(ctx, connection.id))) return new Set()
  const lost = await noteLost(ctx, connection.id, kind, given)
  const present = given.filter(({ isDeleted }) => !isDeleted)
  const found = await findPairs(ctx, connection.id, kind, present)
  const asked = found.pairs.length === 0 ? [] : await joinOrAsk(ctx, applied, kind, found, readBeside)
  const isAsked = new Set(asked)
  const settled = given.filter(({ remoteId }) => !isAsked.has(remoteId))
  await settleConflicts(
    ctx,
    settled.map(({ remoteId }) => causeOf(kind, remoteId)),
  )
  return new Set([...lost, ...asked])
}

/** Joins what is the same, and asks about the others. Returns the ids of the others at the platform. */
async function joinOrAsk(
  ctx: Ctx,
  applied: Applied,
  kind: MovedKind,
  { pairs, again }: Found,
  readBeside: ReadBeside,
): Promise<string[]> {
  const { connection } = applied
  const beside = await readBeside(pairs.map(({ local }) => local.id))
  const same = onceEach(pairs.filter((pair) => isSame(pair, beside(pair.local.id))))
  const others = pairs.filter((pair) => !same.includes(pair))
  const linkOf = ({ candidate: { remoteId, url }, local }: Pair, isSure: boolean): LinkToWrite => ({
    ...{ kind, remoteId, url, version: !isSure && again.has(remoteId) ? TO_RECOGNIZE : '' },
    localId: isSure ? local.id : null,
    isRecognized: isSure,
  })
  const localIds = same.map(({ local }) => local.id)
  await leaveGone(ctx, connection.id, kind, localIds)
  await writeLinks(ctx, connection.id, [
    ...same.map((pair) => linkOf(pair, true)),
    ...others.map((pair) => linkOf(pair, false)),
  ])
  await noteKept(ctx, kind, localIds, false)
  for (const pair of others) await askWhether(ctx, applied, kind, pair, beside(pair.local.id))
  return others.map(({ candidate }) => candidate.remoteId)
}

/**
 * Notes which records that are still to be recognized were deleted there: they are decided about like all that these books don't have.
 * Returns their ids at the platform.
 */
async function noteLost(
  ctx: Ctx,
  connectionId: string,
  kind: MovedKind,
  given: readonly Candidate[],
): Promise<string[]> {
  const deleted = given.filter(({ isDeleted }) => isDeleted).map(({ remoteId }) => remoteId)
  const links = await linksOf(ctx, connectionId, kind, deleted)
  const lost = [...links.values()].filter(({ local_id, version }) => local_id && version === TO_RECOGNIZE)
  await writeLinks(
    ctx,
    connectionId,
    lost.map(({ remote_id, local_id }) => ({
      ...{ kind, remoteId: remote_id, localId: local_id, version: TO_RECOGNIZE, state: 'gone' as const },
    })),
  )
  return lost.map(({ remote_id }) => remote_id)
}

/** Records here by the ids of those there that may be the same. */
type LocalIds = ReadonlyMap<string, string>

/** Returns what may be the same, and those of it that these books had before others. */
async function findPairs(
  ctx: Ctx,
  connectionId: string,
  kind: MovedKind,
  given: readonly Candidate[],
): Promise<Found> {
  const ids = given.map(({ remoteId }) => remoteId)
  const known = await linksOf(ctx, connectionId, kind, ids)
  const causes = ids.map((id) => causeOf(kind, id))
  const apart = await tellsApart(ctx, connectionId, causes)
  const again = new Map(
    [...known].flatMap(([remoteId, { local_id, version }]) =>
      local_id !== null && version === TO_RECOGNIZE ? [[remoteId, local_id]] : [],
    ),
  )
  const isFresh = ({ remoteId, customerId, number }: Candidate) =>
    !known.get(remoteId)?.local_id &&
    customerId !== null &&
    number !== '' &&
    !apart.has(causeOf(kind, remoteId))
  const wanted = given.filter((one) => again.has(one.remoteId) || isFresh(one))
  if (wanted.length === 0) return { pairs: [], again }
  const numbers = wanted.map(({ number }) => keyOf(number))
  const find = kind === 'invoice' ? formerInvoices : formerMemos
  const former = await find(ctx, connectionId, numbers, [...again.values()])
  const ofAgain = new Set(again.values())
  const pairs = wanted.flatMap((candidate) => {
    const localId = again.get(candidate.remoteId)
    const isOne = ({ id, customerId, number }: FormerInvoice) =>
      localId === undefined
        ? !ofAgain.has(id) &&
          customerId === candidate.customerId &&
          number.toLowerCase() === keyOf(candidate.number)
        : id === localId
    const local = former.find(isOne)
    return local ? [{ candidate, local }] : []
  })
  // The one here was voided meanwhile: that of the books is another one.
  const isPair = (remoteId: string) => pairs.some(({ candidate }) => candidate.remoteId === remoteId)
  for (const remoteId of again.keys())
    if (!isPair(remoteId)) await partLink(ctx, connectionId, kind, remoteId)
  return { pairs, again }
}

/** Parts records here from what these books had of them before, and closes what was open about that. */
export async function leaveGone(
  ctx: Ctx,
  connectionId: string,
  kind: MovedKind,
  localIds: readonly string[],
): Promise<void> {
  const gone = await partGone(ctx, connectionId, kind, localIds)
  const conflict = kind === 'invoice' ? 'void_but_paid' : 'memo_changed'
  await settleConflicts(
    ctx,
    gone.map((remoteId) => `${conflict}:${kind}:${remoteId}`),
  )
}

interface Found {
  readonly pairs: readonly Pair[]
  /** Those of them that these books had before others. */
  readonly again: LocalIds
}

interface Pair {
  readonly candidate: Candidate
  readonly local: FormerInvoice
}

/** These books may lack the fees that former ones have as lines: then what settles the fees here is known nowhere there. */
const isSame = (pair: Pair, { unknownMinor, feesMinor }: Beside): boolean =>
  agrees(pair, unknownMinor, feesMinor) || agrees(pair, unknownMinor - feesMinor, 0n)

const agrees = ({ candidate, local }: Pair, unknownMinor: bigint, feesMinor: bigint): boolean =>
  candidate.isOpen &&
  local.isOpen &&
  candidate.currency === local.currency &&
  candidate.totalMinor === local.totalMinor + feesMinor &&
  candidate.leftMinor - unknownMinor === local.remainingMinor

/** A number that is used twice there is the same as one record here at most. */
const onceEach = (pairs: readonly Pair[]): Pair[] => [
  ...new Map(pairs.map((pair) => [pair.local.id, pair])).values(),
]

const keyOf = (number: string): string => readNumber(number).toLowerCase()

/** Cause of the question whether a record of these books is the one here. */
export const causeOf = (kind: MovedKind, remoteId: string): string => `other_books:${kind}:${remoteId}`

/** Amounts of a record here, as a question about it says them. */
export function factsHere(kind: MovedKind, local: FormerInvoice, { unknownMinor }: Beside): Fact[] {
  const amount = (minor: bigint) => displayAmount(minor, local.currency)
  return [
    { label: 'Total', value: amount(local.totalMinor) },
    { label: leftOf(kind), value: amount(local.remainingMinor) },
    ...(local.isOpen ? [] : [{ label: 'Status', value: 'written off' }]),
    ...(unknownMinor === 0n ? [] : [{ label: 'Not posted yet', value: amount(unknownMinor) }]),
  ]
}

const leftOf = (kind: MovedKind): string => (kind === 'invoice' ? 'Remaining' : 'Left')

async function askWhether(
  ctx: Ctx,
  { connection }: Applied,
  kind: MovedKind,
  { candidate, local }: Pair,
  beside: Beside,
): Promise<void> {
  const amount = (minor: bigint) => displayAmount(minor, candidate.currency)
  await openConflict(ctx, {
    connectionId: connection.id,
    cause: causeOf(kind, candidate.remoteId),
    kind: 'other_books',
    subject: { type: kind, id: local.id },
    title: `${NAMES[kind]} ${local.number} differs in ${booksName(ctx, connection)} from the one in ${await formerBooksName(ctx, connection.id)}`,
    ours: factsHere(kind, local, beside),
    theirs: candidate.isOpen
      ? [
          { label: 'Total', value: amount(candidate.totalMinor) },
          { label: leftOf(kind), value: amount(candidate.leftMinor) },
          ...(candidate.currency === local.currency
            ? []
            : [{ label: OTHER_CURRENCY, value: candidate.currency }]),
        ]
      : [{ label: 'Status', value: 'void' }],
  })
}
