import { audit } from '../../../../platform/audit.ts'
import type { UnitOfWork } from '../../../../platform/context.ts'
import { removeStoredFile, storeFile } from '../../../../platform/files.ts'
import { readAccountRow, swapLogo } from '../../store/accounts.ts'
import { readAccount } from '../read-account.ts'
import { reencodeLogo } from './reencode-logo.ts'

/**
 * Re-encodes a picture as the company's logo and deletes the former one. Throws invalid_input for the field
 * `file`.
 */
export async function uploadLogo(uow: UnitOfWork, bytes: Uint8Array) {
  return keepLogo(uow, await reencodeLogo(bytes))
}

/** Keeps a picture made by reencodeLogo as the company's logo and deletes the former one. */
export function keepLogo(uow: UnitOfWork, png: Buffer) {
  return uow.transaction(async (ctx) => {
    const fileId = await storeFile(ctx, { name: 'logo.png', mediaType: 'image/png', bytes: png })
    const former = await swapLogo(ctx, fileId)
    if (former !== null) await removeStoredFile(ctx, former)
    const { company } = await readAccountRow(ctx)
    await audit(ctx, 'accounts.upload-logo', { type: 'company', id: company.id })
    return readAccount(ctx)
  })
}
