import { createHash, timingSafeEqual } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { z } from 'zod'
import { sealOf } from './cipher.ts'

const tableInBackup = z.object({
  schema: z.enum(['public', 'pgboss']),
  name: z.string().regex(/^[a-z_][a-z0-9_]*$/),
  columns: z.array(z.string().regex(/^[a-z_][a-z0-9_]*$/)),
  rows: z.number().int().nonnegative(),
  file: z.string().regex(/^[a-z0-9_.]+\.copy\.gz(\.enc)?$/),
  bytes: z.number().int().nonnegative(),
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
})

const manifest = z.object({
  format: z.literal(1),
  takenAt: z.iso.datetime(),
  encrypted: z.boolean(),
  salt: z.string().regex(/^[0-9a-f]{64}$/),
  secretFingerprint: z.string(),
  migrations: z.array(z.object({ name: z.string(), sha256: z.string() })),
  tables: z.array(tableInBackup),
  sequences: z.array(
    z.object({ name: z.string().regex(/^[a-z_][a-z0-9_]*$/), lastValue: z.string().regex(/^-?\d+$/) }),
  ),
})

/** Contents of a backup and the hashes that prove it complete. */
export type Manifest = z.infer<typeof manifest>
export type TableInBackup = z.infer<typeof tableInBackup>

export const MANIFEST = 'manifest.json'
export const SEAL = 'manifest.seal'

/**
 * Reads a backup's manifest. Throws a sentence when it is missing, damaged, of a later format, or needs
 * another key.
 */
export async function readManifest(folder: string, key: string | undefined): Promise<Manifest> {
  const text = await readFile(join(folder, MANIFEST), 'utf8').catch(() => {
    throw new Error(
      `${folder} holds no backup: it has no ${MANIFEST}. A backup that was interrupted has none.`,
    )
  })
  const seal = (await readFile(join(folder, SEAL), 'utf8').catch(() => '')).trim()
  const read = manifest.safeParse(parse(text))
  if (!read.success)
    throw new Error(`The ${MANIFEST} of ${folder} can't be read: ${read.error.issues[0]!.message}`)
  const { encrypted, salt } = read.data
  if (encrypted && key === undefined) throw new Error('This backup is encrypted. Give its key in BACKUP_KEY.')
  const right = sealOf(text, Buffer.from(salt, 'hex'), encrypted ? key : undefined)
  if (seal.length !== right.length || !timingSafeEqual(Buffer.from(seal), Buffer.from(right)))
    throw new Error(
      encrypted
        ? `The ${MANIFEST} of ${folder} was changed, or BACKUP_KEY is not the key of this backup.`
        : `The ${MANIFEST} of ${folder} was changed or damaged.`,
    )
  return read.data
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Throws when a file of the backup is missing or was changed. */
export async function checkFiles(folder: string, { tables }: Manifest): Promise<void> {
  for (const { file, bytes, sha256 } of tables) {
    const hash = createHash('sha256')
    let found = 0
    await pipeline(createReadStream(join(folder, file)), async (chunks: AsyncIterable<Buffer>) => {
      for await (const chunk of chunks) {
        hash.update(chunk)
        found += chunk.length
      }
    }).catch((error: Error) => {
      throw new Error(`${file} can't be read: ${error.message}`)
    })
    if (found !== bytes || hash.digest('hex') !== sha256)
      throw new Error(`${file} is damaged: it is not what the backup wrote.`)
  }
}
