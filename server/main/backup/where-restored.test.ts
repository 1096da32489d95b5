import { resolve } from 'node:path'
import { expect, it } from 'vitest'
import { whereRestored } from './where-restored.ts'

const nothing = { databaseUrl: undefined, databaseOwnerUrl: undefined, dataDir: resolve('.data') }

it('names the folder of the copy and the commands that start and release it', () => {
  expect(whereRestored({ ...nothing, dataDir: '/srv/restored' }, false)).toEqual([
    'The restored copy is in /srv/restored. Start it with the same settings: DATA_DIR=/srv/restored npm start',
    'It sends no email and charges nothing until you run: DATA_DIR=/srv/restored npm run restore -- --go-live',
  ])
  expect(whereRestored({ ...nothing, dataDir: "/srv/monday's copy" }, true)).toEqual([
    expect.stringContaining(String.raw`settings: DATA_DIR='/srv/monday'\''s copy' npm start`),
    'It sends email and charges payments as soon as it starts.',
  ])
  const usual = whereRestored(nothing, false)
  expect(usual[0]).toContain(`${resolve('.data')}. Start it with the same settings: npm start`)
})

it('names a database by its setting, without its password', () => {
  const address = 'postgres://me:s3cret@db/books'
  const said = whereRestored({ ...nothing, databaseOwnerUrl: address, databaseUrl: address }, false).join(
    '\n',
  )
  expect(said).toContain('in the database of DATABASE_OWNER_URL.')
  expect(said).not.toMatch(/s3cret|DATA_DIR/)
  expect(whereRestored({ ...nothing, databaseUrl: address }, false)[0]).toContain(
    'in the database of DATABASE_URL.',
  )
})
