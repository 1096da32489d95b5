import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { forgetSecrets, noteSecret, onSecretNoted, takeLeaks } from './watched-log.ts'
import {
  noteEnvironment,
  noteInstallation,
  noteShared,
  shareSecrets,
  watchDatabaseLog,
  watchFile,
  watchProcess,
} from './watched-process.ts'

/* Processes and files that leak their secrets. */

const PASSWORD = 'two crimson 7 anchors'
let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'quittance-watched-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

it('searches output and standard error of a process, also when a line arrives in pieces', async () => {
  noteSecret(PASSWORD, 'a password')
  const program = `process.stdout.write('with ${PASSWORD.slice(0, 9)}')
    setTimeout(() => process.stdout.write('${PASSWORD.slice(9)}'), 50)
    console.error('asked with ${PASSWORD}')`
  const child = spawn(process.execPath, ['--eval', program])
  watchProcess(child, 'the worker')
  await once(child, 'close')
  expect(takeLeaks().sort()).toEqual([
    'a password in the worker’s output: with [a password]',
    'a password in the worker’s standard error: asked with [a password]',
  ])
})

it('searches a file for secrets of the environment and of the data folder', async () => {
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

it('searches the database log for secrets shared by another process', async () => {
  const file = join(folder, 'shared')
  shareSecrets(file)
  noteSecret(PASSWORD, 'a password')
  noteSecret('4000000000000077', 'a card’s number')
  onSecretNoted(() => {})
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
