import type { FieldErrors } from '../../../../../contract/errors.ts'
import type { contract } from '../../../../../contract/index.ts'
import type { InputOf } from '../../../../../contract/route.ts'
import { NO_EMBED_ORIGIN, readEmbedOrigin } from '../../../../../domain/parsing/embed-origin.ts'
import { audit } from '../../../../platform/audit.ts'
import type { Ctx } from '../../../../platform/context.ts'
import { refuseFields } from '../../../../platform/refusal.ts'
import { MAX_RELEASED_NAMES, problemOfSubDomain } from '../../rules.ts'
import {
  countReleasedNames,
  freeSubDomains,
  holdPortalPreferences,
  lockSubDomains,
  type PortalPreferences,
  replaceSubDomain,
  setEmbedding,
} from '../../store/sub-domains.ts'
import { mergeChanges } from '../changes/merge-changes.ts'
import { readPortalPreferences } from './read-portal-preferences.ts'

type Given = InputOf<typeof contract.accounts.changePortalPreferences>['body']

/**
 * Changes the given fields: the portal's subdomain and the website that may frame it. Throws invalid_input
 * with all invalid fields at once, and beside each that somebody else changed since it was as in `if_unchanged`; then nothing changes.
 */
export async function changePortalPreferences(ctx: Ctx, { if_unchanged, ...given }: Given) {
  // Serializes the choice of names. Taken before the row lock, as in the first naming of a company.
  if (given.sub_domain !== undefined) await lockSubDomains(ctx)
  const before = await holdPortalPreferences(ctx)
  const body = await mergeChanges<typeof given>(ctx, {
    wanted: given,
    read: if_unchanged,
    readNow: () => readPortalPreferences(ctx),
    isLocked: true,
    changes: { objectId: ctx.accountId, actions: ['portal.change-preferences'] },
  })
  const { wanted, problems } = readChanges(before, body)
  const moves = wanted.subDomain !== before.subDomain
  if (moves && problems.sub_domain === undefined) {
    const problem = await problemOfMoving(ctx, wanted.subDomain)
    if (problem !== null) problems.sub_domain = [problem]
  }
  if (Object.keys(problems).length > 0) throw refuseFields(problems)
  const changed = FIELDS.filter(([field]) => wanted[field] !== before[field]).map(([, name]) => name)
  if (moves) await replaceSubDomain(ctx, before.subDomain, wanted.subDomain, { asDefault: false })
  if (changed.some((name) => name !== 'sub_domain')) await setEmbedding(ctx, wanted)
  const names = moves ? { from: before.subDomain, to: wanted.subDomain } : {}
  await audit(ctx, 'portal.change-preferences', { type: 'account', id: ctx.accountId }, { changed, ...names })
  return readPortalPreferences(ctx)
}

const FIELDS = [
  ['subDomain', 'sub_domain'],
  ['embed', 'embed'],
  ['allowedEmbedUrl', 'allowed_embed_url'],
] as const satisfies readonly (readonly [keyof PortalPreferences, keyof Given])[]

/**
 * Returns the requested preferences with the problems of each field that can be checked without
 * the database.
 */
function readChanges(before: PortalPreferences, body: Omit<Given, 'if_unchanged'>) {
  const problems: FieldErrors = {}
  const subDomain = asciiLower(body.sub_domain ?? before.subDomain)
  // The current name stays valid even when a later rule would refuse it.
  const ofName = subDomain === before.subDomain ? null : problemOfSubDomain(subDomain)
  if (ofName !== null) problems.sub_domain = [ofName]
  if (body.default_sub_domain !== undefined && body.default_sub_domain !== before.defaultSubDomain)
    problems.default_sub_domain = ['You can’t change this.']
  const website = readEmbedOrigin(body.allowed_embed_url ?? before.allowedEmbedUrl)
  const allowedEmbedUrl = website.ok ? website.origin : ''
  const embed = body.embed ?? before.embed
  if (!website.ok) problems.allowed_embed_url = [NO_EMBED_ORIGIN[website.reason]]
  else if (embed && allowedEmbedUrl === '')
    problems.allowed_embed_url = ['Enter the website that will show your portal.']
  return { wanted: { subDomain, embed, allowedEmbedUrl }, problems }
}

/** Lowers ASCII capitals. Letters of other scripts stay, and are refused. */
const asciiLower = (text: string): string => text.replace(/[A-Z]/g, (letter) => letter.toLowerCase())

async function problemOfMoving(ctx: Ctx, next: string): Promise<string | null> {
  if ((await freeSubDomains(ctx, [next])).length === 0) return 'This address is taken. Choose another one.'
  // Returning to a former name reserves no additional name.
  const released = await countReleasedNames(ctx, next)
  if (released < MAX_RELEASED_NAMES) return null
  return 'You changed the portal’s address too often. You can only go back to an earlier one.'
}
