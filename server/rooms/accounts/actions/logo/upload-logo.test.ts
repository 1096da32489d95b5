import sharp from 'sharp'
import { beforeEach, describe, expect, it } from 'vitest'
import { setUpTestApp, type Tenant } from '../../../../../testing/test-app.ts'
import { storeFile } from '../../../../platform/files.ts'
import { companyOf } from '../read-company-of.ts'
import { readLogo } from './read-logo.ts'
import { reencodeLogo } from './reencode-logo.ts'
import { removeLogo } from './remove-logo.ts'
import { uploadLogo } from './upload-logo.ts'

const picture = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#0e6553' } })
const SCRIPT = Buffer.from('<?php system($_GET[1]); ?><script>alert(1)</script>')
const refused = { code: 'invalid_input', fields: { file: [expect.any(String)] } }

describe('reencodeLogo', () => {
  it('accepts PNG, JPEG and WebP and encodes a new PNG', async () => {
    const files = [
      await picture(90, 30).png().toBuffer(),
      await picture(90, 30).jpeg().toBuffer(),
      await picture(90, 30).webp().toBuffer(),
    ]
    for (const bytes of files) {
      const made = await reencodeLogo(bytes)
      expect(await sharp(made).metadata()).toMatchObject({ format: 'png', width: 90, height: 30 })
      expect(made.equals(bytes)).toBe(false)
    }
  })

  it('removes hidden content of a picture', async () => {
    const exif = { IFD0: { Copyright: SCRIPT.toString('latin1'), Artist: 'somebody' } }
    const withExif = await picture(60, 20).withExif(exif).jpeg().toBuffer()
    const withTail = Buffer.concat([await picture(60, 20).png().toBuffer(), SCRIPT])
    for (const bytes of [withExif, withTail]) {
      const made = await reencodeLogo(bytes)
      expect(made.includes('script')).toBe(false)
      expect(made.includes('php')).toBe(false)
      expect((await sharp(made).metadata()).exif).toBeUndefined()
    }
  })

  it('turns a picture upright by the orientation in its metadata', async () => {
    const lying = await picture(80, 20).withMetadata({ orientation: 6 }).jpeg().toBuffer()
    expect(await sharp(await reencodeLogo(lying)).metadata()).toMatchObject({ width: 20, height: 80 })
  })

  it('shrinks a large picture', async () => {
    const made = await reencodeLogo(await picture(4000, 1000).png().toBuffer())
    expect(await sharp(made).metadata()).toMatchObject({ width: 1024, height: 256 })
  })

  it('refuses pictures of more than 4096 pixels a side or 16 megapixels', async () => {
    await expect(reencodeLogo(await picture(4097, 10).png().toBuffer())).rejects.toMatchObject(refused)
    await expect(reencodeLogo(await picture(4090, 4090).png().toBuffer())).rejects.toMatchObject(refused)
  })

  const head = async () => (await picture(60, 20).png().toBuffer()).subarray(0, 60)
  it.each([
    ['nothing', async () => Buffer.alloc(0)],
    ['SVG', async () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>')],
    ['HTML', async () => Buffer.from('<!doctype html><script>alert(1)</script>')],
    ['GIF', async () => picture(10, 10).gif().toBuffer()],
    ['TIFF', async () => picture(10, 10).tiff().toBuffer()],
    ['PDF', async () => Buffer.from('%PDF-1.7\n1 0 obj')],
    [
      'a signature and a script',
      async () => Buffer.concat([Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), SCRIPT]),
    ],
    ['a JPEG signature and HTML', async () => Buffer.concat([Buffer.from('\xff\xd8\xff', 'latin1'), SCRIPT])],
    ['a WebP head and SVG', async () => Buffer.from('RIFF____WEBP<svg onload="alert(1)"/>')],
    ['half a PNG', head],
    [
      'a PNG with damaged pixels',
      async () => {
        const bytes = Buffer.from(await picture(200, 200).png().toBuffer())
        return bytes.fill(0, Math.floor(bytes.length / 2), bytes.length - 20)
      },
    ],
  ] as [string, () => Promise<Buffer>][])('refuses %s', async (_, make) => {
    await expect(reencodeLogo(await make())).rejects.toMatchObject(refused)
  })
})

describe('company logo', () => {
  const test = setUpTestApp()
  let tenant: Tenant
  beforeEach(async () => {
    tenant = await test.tenant()
  })

  const read = (account: string, file: string) => test.transact((ctx) => readLogo(ctx, { account, file }))
  const upload = async (color = '#0e6553') =>
    uploadLogo(tenant.uow(), await picture(50, 20).flatten({ background: color }).png().toBuffer())
  const fileOf = (logo: string | null) =>
    /^\/api\/logos\/([\w-]+)\/([\w-]+)\/$/.exec(logo ?? '')!.slice(1) as [string, string]

  it('is public at the URL that the company shows', async () => {
    const { company } = await upload()
    const [account, file] = fileOf(company.logo)
    expect(account).toBe(tenant.accountId)
    const served = await read(account, file)
    expect(served).toMatchObject({ mediaType: 'image/png', inline: true, immutable: true })
    expect(await sharp(served.bytes).metadata()).toMatchObject({ format: 'png', width: 50 })
    expect((await tenant.run((ctx) => companyOf(ctx)))?.logoPath).toBe(company.logo)
    expect(await tenant.run(async (ctx) => (await companyOf(ctx)).readLogo())).toEqual(served.bytes)
  })

  it('is valid only while it is the current one', async () => {
    const first = fileOf((await upload()).company.logo)
    const second = fileOf((await upload('#123456')).company.logo)
    await expect(read(...first)).rejects.toMatchObject({ code: 'not_found' })
    await read(...second)
    expect((await tenant.run(removeLogo)).company.logo).toBeNull()
    await expect(read(...second)).rejects.toMatchObject({ code: 'not_found' })
    const files = await tenant.run((ctx) => ctx.db.selectFrom('stored_files').select('id').execute())
    expect(files).toEqual([])
  })

  it('stores one file after parallel uploads', async () => {
    await Promise.all(['#111111', '#222222', '#333333', '#444444'].map(upload))
    const { company } = await upload('#555555')
    const files = await tenant.run((ctx) => ctx.db.selectFrom('stored_files').select('id').execute())
    expect(files.map(({ id }) => id)).toEqual([fileOf(company.logo)[1]])
  })

  it('returns not_found under another account and for other files', async () => {
    const [, file] = fileOf((await upload()).company.logo)
    const other = await test.tenant()
    await expect(read(other.accountId, file)).rejects.toMatchObject({ code: 'not_found' })
    const secret = await tenant.run(async (ctx) => {
      return storeFile(ctx, {
        name: 'invoice.pdf',
        mediaType: 'application/pdf',
        bytes: Buffer.from('secret'),
      })
    })
    await expect(read(tenant.accountId, secret)).rejects.toMatchObject({ code: 'not_found' })
  })

  it('audits each change once', async () => {
    await upload()
    await tenant.run(removeLogo)
    const lines = await tenant.run((ctx) =>
      ctx.db.selectFrom('audit_entries').select('action').orderBy('id').execute(),
    )
    expect(lines.map((line) => line.action).sort()).toEqual(['accounts.remove-logo', 'accounts.upload-logo'])
  })
})
