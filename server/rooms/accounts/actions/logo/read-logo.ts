import type { FileReply } from '../../../../../contract/route.ts'
import type { BaseCtx } from '../../../../platform/context.ts'
import { enterAccount } from '../../../../platform/context.ts'
import { readStoredFile } from '../../../../platform/files.ts'
import { refuse } from '../../../../platform/refusal.ts'
import { readLogoFileId } from '../../store/accounts.ts'

/** Reads a company's current logo for anybody with its URL. Throws not_found for every other file. */
export async function readLogo(ctx: BaseCtx, given: { account: string; file: string }): Promise<FileReply> {
  const inside = await enterAccount(ctx, given.account)
  const present = await readLogoFileId(inside)
  const file = present === given.file.toLowerCase() ? await readStoredFile(inside, given.file) : null
  if (file === null) throw refuse('not_found')
  return { mediaType: file.mediaType, name: 'logo.png', bytes: file.bytes, inline: true, immutable: true }
}
