import { appendFile, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Manifest } from '../../server/main/backup/manifest.ts'
import { type RestoreOptions, restoreBackup } from '../../server/main/backup/restore-backup.ts'
import { takeBackup } from '../../server/main/backup/take-backup.ts'
import { migrateDatabase } from '../../server/main/migrate-database.ts'
import { readMigrations } from '../../server/platform/db/migrate.ts'
import { cardForm } from '../../server/rooms/payments/testing.ts'
import type { TestDatabase } from '../../testing/database/test-database.ts'
import type { TestServer } from '../../testing/test-server.ts'
import {
  type BackupFixture,
  expectComplete,
  KEY,
  openBackupFixture,
  queryDatabase,
} from './backup-fixture.ts'

let backup: BackupFixture
let test: TestServer
let folder: string

beforeAll(async () => {
  backup = await openBackupFixture()
  ;({ test, folder } = backup)
  for (const company of backup.companies) {
    const { invoiceId, session } = await company.linked('100.00')
    const path = `${invoiceId}/payment-options/sandbox-card/`
    expect((await company.payer('POST', path, session, cardForm('40.00'))).status).toBe(200)
  }
})
afterAll(() => backup?.close())

describe('a restore', () => {
  let plain: string
  let manifest: Manifest
  let target: TestDatabase

  beforeAll(async () => {
    plain = join(folder, 'plain')
    manifest = await takeBackup(test.ownerConfig, {
      folder: plain,
      key: undefined,
      secret: test.app.config.secret,
    })
    target = await backup.createEmptyDatabase()
    const client = new pg.Client(target.ownerConfig)
    await client.connect()
    await client.query(
      `insert into users (id, email, created_at) values (gen_random_uuid(), 'a@b.test', now())`,
    )
    await client.end()
  })
  const expectUnchanged = async () =>
    expect(await queryDatabase(target, 'select email from users')).toEqual([{ email: 'a@b.test' }])
  const restore = (more: Partial<RestoreOptions> = {}, from = plain) =>
    restoreBackup(target.ownerConfig, backup.restoreOptions(from, more))

  it('refuses a database that holds data or is in use', async () => {
    await expect(restore()).rejects.toThrow('say --replace')
    const other = new pg.Client(target.ownerConfig)
    await other.connect()
    await expect(restore({ replace: true })).rejects.toThrow('in use by 1 connection')
    await other.end()
    await expectUnchanged()
  })

  it('refuses a backup made with another SECRET', async () => {
    const secrets = ['another-secret-of-more-than-32-characters']
    await expect(restore({ secrets, replace: true })).rejects.toThrow('SECRET is not the one')
    await expectUnchanged()
  })

  it('refuses a damaged file, a damaged manifest and a folder without a manifest', async () => {
    const broken = join(folder, 'broken')
    await takeBackup(test.ownerConfig, { folder: broken, key: undefined, secret: test.app.config.secret })
    await appendFile(join(broken, 'public.payments.copy.gz'), 'x')
    await expect(restore({ replace: true }, broken)).rejects.toThrow('public.payments.copy.gz is damaged')
    const text = await readFile(join(broken, 'manifest.json'), 'utf8')
    await writeFile(join(broken, 'manifest.json'), text.replace(/"rows": \d+/, '"rows": 7'))
    await expect(restore({ replace: true }, broken)).rejects.toThrow('was changed or damaged')
    await rm(join(broken, 'manifest.json'))
    await expect(restore({ replace: true }, broken)).rejects.toThrow('holds no backup')
    await expectUnchanged()
  })

  it('refuses a missing or wrong key', async () => {
    const locked = join(folder, 'locked')
    await takeBackup(test.ownerConfig, { folder: locked, key: KEY, secret: test.app.config.secret })
    await expect(restore({ replace: true }, locked)).rejects.toThrow('Give its key in BACKUP_KEY')
    const wrong = restore({ replace: true, key: `${KEY}!` }, locked)
    await expect(wrong).rejects.toThrow('BACKUP_KEY is not the key of this backup')
    await expectUnchanged()
  })

  it('needs a backup in a folder of its own: a backup into a used folder is refused', async () => {
    const again = takeBackup(test.ownerConfig, {
      folder: plain,
      key: undefined,
      secret: test.app.config.secret,
    })
    await expect(again).rejects.toThrow('is not empty')
  })

  it('replaces the data with --replace, and leaves outbound traffic running with --go-live', async () => {
    await restore({ replace: true, goLive: true })
    await expectComplete(target, manifest)
    expect(await queryDatabase(target, 'select 1 from outbound_hold')).toEqual([])
  })

  it('migrates a backup of an earlier version to the current one', async () => {
    const source = await backup.createEmptyDatabase()
    const names = readMigrations().map(({ name }) => name)
    const old = names.filter((name) => name < '0150')
    const client = new pg.Client(source.ownerConfig)
    await client.connect()
    await client.query('drop schema public cascade; drop schema pgboss cascade; create schema public')
    await client.end()
    await migrateDatabase(source.ownerConfig, { only: old })
    const at = join(folder, 'old')
    await takeBackup(source.ownerConfig, { folder: at, key: undefined, secret: test.app.config.secret })
    await restore({ replace: true }, at)
    const known = await queryDatabase<{ name: string }>(
      target,
      `select name from schema_migrations where name not like 'jobs %'`,
    )
    expect(known.map(({ name }) => name).sort()).toEqual(names)
    expect(await queryDatabase(target, 'select 1 as held from outbound_hold')).toEqual([{ held: 1 }])
  })

  it('can be repeated after an interruption, and until then the product refuses to start', async () => {
    const client = new pg.Client(target.ownerConfig)
    await client.connect()
    await client.query('create table restore_under_way ()')
    await client.end()
    await expect(migrateDatabase(target.ownerConfig)).rejects.toThrow(
      'was not finished. Run the restore again.',
    )
    await restore({ replace: true })
    await migrateDatabase(target.ownerConfig)
    await expectComplete(target, manifest)
  })

  it('never sees a partial backup: a role bound by row-level security cannot take one', async () => {
    const blind = takeBackup(
      { ...target.ownerConfig, ...target.appConfig },
      {
        folder: join(folder, 'blind'),
        key: undefined,
        secret: test.app.config.secret,
      },
    )
    await expect(blind).rejects.toThrow('is bound by row-level security')
  })
})
