import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type pg from 'pg'
import { beforeEach, describe, expect, it } from 'vitest'
import { prepareEmbeddedCluster, queryCluster } from '../../../testing/database/embedded-cluster.ts'
import { type EmbeddedPostgres, startEmbeddedPostgres } from '../postgres/embedded.ts'
import { reachDatabase } from './reach.ts'
import { scramVerifier } from './scram.ts'
import { prepareServingRole, readServingLogin } from './serving-role.ts'

const cluster = prepareEmbeddedCluster()
let server: EmbeddedPostgres
let owner: pg.ClientConfig
const PASSWORD = "it's a 100% pässword"

// Roles belong to a whole server, so each test has one of its own, which asks for passwords.
beforeEach(async () => {
  const rules = join(cluster.folder, 'pg_hba.conf')
  await writeFile(rules, 'local all postgres trust\nlocal all all scram-sha-256\n')
  server = await startEmbeddedPostgres({
    dataDir: cluster.dataDir,
    settings: { hba_file: rules, fsync: 'off' },
  })
  for (const statement of [
    "create role installer login createrole password 'installs'",
    'create database books owner installer',
  ])
    await queryCluster(server, statement)
  owner = { ...server.superuser, user: 'installer', password: 'installs', database: 'books' }
})

const urlOf = (password: string, user = 'quittance_app'): string => {
  const url = new URL('postgresql://localhost/books')
  url.username = user
  url.password = encodeURIComponent(password)
  url.searchParams.set('host', server.superuser.host)
  return url.href
}

describe('prepareServingRole', () => {
  it('creates a role that logs in with the password of its URL, once for concurrent starts', async () => {
    await Promise.all([1, 2, 3].map(() => prepareServingRole(owner, urlOf(PASSWORD), 5_000)))
    await reachDatabase({ connectionString: urlOf(PASSWORD) }, 'DATABASE_URL')
    await expect(reachDatabase({ connectionString: urlOf('guessed') }, 'DATABASE_URL')).rejects.toThrow(
      /password authentication failed/,
    )
    const [role] = await queryCluster(
      server,
      `select rolsuper, rolbypassrls, rolcreaterole, rolcreatedb from pg_roles where rolname = 'quittance_app'`,
    )
    expect(role).toEqual([false, false, false, false])
    // A role that is there and can log in is left as it is.
    await prepareServingRole(owner, urlOf(PASSWORD), 5_000)
  })

  it('names everything that is missing at once, and changes nothing', async () => {
    await queryCluster(server, 'alter role installer nocreaterole')
    await queryCluster(
      server,
      `create database latin owner postgres encoding 'LATIN1' template template0 locale 'C'`,
    )
    const message = await prepareServingRole({ ...owner, database: 'latin' }, urlOf(PASSWORD), 5_000).catch(
      (error: Error) => error.message,
    )
    for (const part of [
      'Nothing was changed.',
      'The encoding of the database is LATIN1.',
      'create extension pg_trgm',
      'grant create on database',
      'grant create on schema public to installer',
      'create role quittance_app login',
    ])
      expect(message).toContain(part)
    expect(await queryCluster(server, "select 1 from pg_roles where rolname = 'quittance_app'")).toEqual([])
  })

  it('reports a role with another password, without membership or with too many rights', async () => {
    await queryCluster(server, "create role quittance_app login bypassrls password 'another'")
    const message = await prepareServingRole(owner, urlOf(PASSWORD), 5_000).catch(
      (error: Error) => error.message,
    )
    expect(message).toContain("quittance_app can't log in with the password of DATABASE_URL")
    expect(message).toContain('installer is not a member of quittance_app')
    expect(message).toContain('quittance_app can bypass row-level security')
    expect(message).not.toContain(PASSWORD)
  })
})

it('reads the serving role’s login from every form of a URL', () => {
  const login = { user: 'quittance_app', password: 'p@ss' }
  expect(readServingLogin('postgresql://quittance_app:p%40ss@db.test/books')).toEqual(login)
  expect(readServingLogin('postgresql://localhost/books?user=quittance_app&password=p%40ss')).toEqual(login)
  expect(readServingLogin('postgresql://postgres@db.test/books')).toBeNull()
  expect(readServingLogin('/run/postgresql books')).toBeNull()
})

it('derives a verifier that the server would', () => {
  // RFC 7677, section 3: the password "pencil" with this salt and 4096 iterations.
  const salt = Buffer.from('W22ZaJ0SNY7soEsUEjb6gQ==', 'base64')
  expect(scramVerifier('pencil', salt)).toMatch(
    /^SCRAM-SHA-256\$4096:W22ZaJ0SNY7soEsUEjb6gQ==\$[A-Za-z0-9+/]{43}=:[A-Za-z0-9+/]{43}=$/,
  )
})
