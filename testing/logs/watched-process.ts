import type { ChildProcess } from 'node:child_process'
import { appendFileSync, createReadStream } from 'node:fs'
import { glob, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { noteSecret, onSecretNoted, watchLine } from './watched-log.ts'

/*
 * Searches the output of the product's processes, and the log of its embedded database, for secrets.
 */

/** Searches output and standard error line by line. `name` identifies the process, such as 'the server'. */
export function watchProcess({ stdout, stderr }: ChildProcess, name: string): void {
  for (const [input, voice] of [
    [stdout, 'output'],
    [stderr, 'standard error'],
  ] as const)
    if (input) createInterface({ input }).on('line', (line) => watchLine(line, `${name}’s ${voice}`))
}

/** Notes the secrets of an environment, including passwords inside URLs. */
export function noteEnvironment(environment: NodeJS.ProcessEnv): void {
  for (const [name, value = ''] of Object.entries(environment)) {
    if (/SECRET|TOKEN|PASSWORD|KEY/.test(name)) noteSecret(value, `the setting ${name}`)
    const { password, searchParams } = (/_URL$/.test(name) && URL.parse(value)) || new URL('none:')
    noteSecret(decodeURIComponent(password) || searchParams.get('password'), `the password in ${name}`)
  }
}

/** Notes the secret that an installation generated for itself. */
export async function noteInstallation(dataDir: string): Promise<void> {
  const made = await readFile(join(dataDir, 'secret'), 'utf8').catch(() => '')
  noteSecret(made.trim(), 'the installation’s secret')
}

/** Searches the database log, where PostgreSQL by default repeats the values of failed statements. */
export async function watchDatabaseLog(clusterDir: string): Promise<void> {
  for await (const file of glob(join(clusterDir, '*/log/*.log'))) await watchFile(file, 'the database’s log')
}

export async function watchFile(file: string, where: string): Promise<void> {
  for await (const line of createInterface({ input: createReadStream(file) })) watchLine(line, where)
}

/** Appends each newly noted secret to a file, for the process that searches. */
export const shareSecrets = (file: string): void =>
  onSecretNoted((...secret) => appendFileSync(file, `${JSON.stringify(secret)}\n`, { mode: 0o600 }))

/** Notes the secrets that other processes shared through this file. */
export async function noteShared(file: string): Promise<void> {
  for (const line of (await readFile(file, 'utf8').catch(() => '')).split('\n'))
    if (line !== '') noteSecret(...(JSON.parse(line) as [string, string]))
}
