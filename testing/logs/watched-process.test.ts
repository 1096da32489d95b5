import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { forgetSecrets, noteSecret, takeLeaks, tellOfSecrets } from './watched-log.ts'
import {
  noteEnvironment,
  noteInstallation,
  noteShared,
  shareSecrets,
  watchDatabaseLog,
  watchFile,
  watchProcess,
} from './watched-process.ts'

/* Made wrong on purpose: processes and files that tell what they were given. */

const PASSWORD = 'two crimson 7 anchors'
let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'quittance-watched-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

it('both voices of a process are searched, also where a line comes in pieces', async () => {
  noteSecret(PASSWORD, 'a password')
  const telltale = `process.stdout.write('with ${PASSWORD.slice(0, 9)}')
    setTimeout(() => process.stdout.write('${PASSWORD.slice(9)}'), 50)
    console.error('asked with ${PASSWORD}')`
  const child = spawn(process.execPath, ['--eval', telltale])
  watchProcess(child, 'the worker')
  await once(child, 'close')
  expect(takeLeaks().sort()).toEqual([
    'a password in the worker’s output: with [a password]',
    'a password in the worker’s standard error: asked with [a password]',
  ])
})

it('they are searched for what their environment and their folder hold', async () => {
  noteEnvironment({
    XERO_CLIENT_SECRET: 'of-xero-31415926',
    DATABASE_URL: 'postgresql://me:of-the-base-2718@localhost/books',
    SMTP_URL: 'not an address',
    PORT: '3000000000',
  })
  await writeFile(join(folder, 'secret'), 'of-this-place-1618\n')
  await noteInstallation(folder)
  const said = join(folder, 'said.log')
  await writeFile(said, 'of-xero-31415926\nof-the-base-2718\nof-this-place-1618\n3000000000\n')
  await watchFile(said, 'the log')
  expect(takeLeaks().map((leak) => leak.split(' in the log')[0])).toEqual([
    'the setting XERO_CLIENT_SECRET',
    'the password in DATABASE_URL',
    'the installation’s secret',
  ])
})

it('so is what the database writes down, for what another process knows', async () => {
  const file = join(folder, 'shared')
  shareSecrets(file)
  noteSecret(PASSWORD, 'a password')
  noteSecret('4000000000000077', 'a card’s number')
  tellOfSecrets(() => {})
  expect((await readFile(file, 'utf8')).split('\n')).toHaveLength(2)
  forgetSecrets()
  await mkdir(join(folder, '18', 'log'), { recursive: true })
  await writeFile(join(folder, '18', 'log', 'postgresql-Mon.log'), 'DETAIL:  Key (card)=(4000000000000077)\n')
  await watchDatabaseLog(folder)
  expect(takeLeaks()).toEqual([])
  await noteShared(file)
  await watchDatabaseLog(folder)
  expect(takeLeaks()).toEqual([
    'a card’s number in the database’s log: DETAIL:  Key (card)=([a card’s number])',
  ])
})
