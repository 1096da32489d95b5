import { contract } from '../../../../../contract/index.ts'
import { secureUrl } from '../../../../../domain/parsing/web-address.ts'
import type { UnitOfWork } from '../../../../platform/context.ts'
import { isOutboundPaused } from '../../../../platform/outbound.ts'
import { Refusal, refuse, refuseFields } from '../../../../platform/refusal.ts'
import { reencodeLogo } from './reencode-logo.ts'
import { keepLogo } from './upload-logo.ts'

const { file: types, maxBytes } = contract.accounts.uploadLogo.body
const LIMITS = { accept: types.join(', '), maxBytes, maxMs: 10_000 }

/**
 * Reads the picture at a public address once and keeps a copy as the company's logo. http becomes https. Throws invalid_input
 * for the field `url` unless it is a web address with a usable picture, and logo_not_loaded with the cause when nothing could be read.
 */
export async function fetchLogo(uow: UnitOfWork, typed: string) {
  const address = URL.parse(secureUrl(typed.trim()))
  if (address?.protocol !== 'https:' || address.username !== '' || address.password !== '')
    throw refuseFields({ url: ['Invalid logo URL'] })
  if (await isOutboundPaused(uow.app.db))
    throw refuse('logo_not_loaded', 'Failed to load logo. This is a restored copy, which reads no addresses.')
  const file = await uow.app.webFiles.read(address, LIMITS)
  if (!file.ok) throw refuse('logo_not_loaded', `Failed to load logo. ${file.reason}`)
  return keepLogo(uow, await reencodeFetched(file.bytes))
}

async function reencodeFetched(bytes: Buffer): Promise<Buffer> {
  try {
    return await reencodeLogo(bytes)
  } catch (error) {
    const problem = error instanceof Refusal && error.fields?.file?.[0]
    throw problem ? refuseFields({ url: ['Invalid logo URL', problem] }) : error
  }
}
