import type { ChildProcess } from 'node:child_process'
import { appendFileSync, createReadStream } from 'node:fs'
import { glob, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { noteSecret, tellOfSecrets, watchLine } from './watched-log.ts'

/*
 * What the product says where it is a process of its own: all that it prints, and what its own database writes down.
 */

/** Searches both of its voices, line by line, from now on. `name` is which process it is: 'the server'. */
export function watchProcess({ stdout, stderr }: ChildProcess, name: string): void {
  for (const [input, voice] of [
    [stdout, 'output'],
    [stderr, 'standard error'],
  ] as const)
    if (input) createInterface({ input }).on('line', (line) => watchLine(line, `${name}’s ${voice}`))
}

/** What is given to a process that nobody may read in what it says, also within addresses. */
export function noteEnvironment(environment: NodeJS.ProcessEnv): void {
  for (const [name, value = ''] of Object.entries(environment)) {
    if (/SECRET|TOKEN|PASSWORD|KEY/.test(name)) noteSecret(value, `the setting ${name}`)
    const { password, searchParams } = (/_URL$/.test(name) && URL.parse(value)) || new URL('none:')
    noteSecret(decodeURIComponent(password) || searchParams.get('password'), `the password in ${name}`)
  }
}

/** The secret that an installation made for itself. */
export async function noteInstallation(dataDir: string): Promise<void> {
  const made = await readFile(join(dataDir, 'secret'), 'utf8').catch(() => '')
  noteSecret(made.trim(), 'the installation’s secret')
}

/** PostgreSQL repeats what it refused, unless it is told not to. */
export async function watchDatabaseLog(clusterDir: string): Promise<void> {
  for await (const file of glob(join(clusterDir, '*/log/*.log'))) await watchFile(file, 'the database’s log')
}

export async function watchFile(file: string, where: string): Promise<void> {
  for await (const line of createInterface({ input: createReadStream(file) })) watchLine(line, where)
}

/** What this process comes to know is written down for the one that searches. */
export const shareSecrets = (file: string): void =>
  tellOfSecrets((...secret) => appendFileSync(file, `${JSON.stringify(secret)}\n`, { mode: 0o600 }))

/** What others have written down there. */
export async function noteShared(file: string): Promise<void> {
  for (const line of (await readFile(file, 'utf8').catch(() => '')).split('\n'))
    if (line !== '') noteSecret(...(JSON.parse(line) as [string, string]))
}
