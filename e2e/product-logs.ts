import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { BrowserContext, Request, Response } from '@playwright/test'
import {
  noteRequestSecrets,
  noteResponseSecrets,
  noteSecret,
  takeLeaks,
} from '../testing/logs/watched-log.ts'
import { noteShared, shareSecrets, watchFile } from '../testing/logs/watched-process.ts'

/*
 * The product's logs must not contain secrets that users enter or receive in these tests. The tests run in
 * other processes than the search, so each process writes the secrets that it sees to a shared folder.
 */

export const LOGS = fileURLToPath(new URL('../test-results', import.meta.url))
const isLog = (name: string): boolean => /^(product|database)-\d+\.log$/.test(name)
const logs = (): string[] => readdirSync(LOGS).filter(isLog)

if (process.env.QUITTANCE_SECRETS) shareSecrets(process.env.QUITTANCE_SECRETS)

/** Deletes the logs of earlier runs and creates the shared folder. Runs before the first product starts. */
export function prepareLogs(): void {
  for (const name of logs()) rmSync(join(LOGS, name))
  process.env.QUITTANCE_SECRETS = join(mkdtempSync(join(tmpdir(), 'quittance-secrets-')), 'known')
}

/** Throws when a process logged a secret. Runs after the last product has stopped. */
export async function searchLogsForSecrets(): Promise<void> {
  const known = process.env.QUITTANCE_SECRETS!
  await noteShared(known)
  rmSync(join(known, '..'), { recursive: true })
  for (const name of logs()) await watchFile(join(LOGS, name), name)
  const leaks = takeLeaks()
  if (leaks.length > 0) throw new Error(`Secrets in what the product said:\n${leaks.join('\n')}`)
}

/** Records the secrets in the requests and responses between a browser and the product. */
export function noteTraffic(context: BrowserContext): void {
  context.on('request', noteRequest)
  context.on('response', (response) => void noteResponse(response).catch(() => {}))
}

function noteRequest(request: Request): void {
  const { authorization } = request.headers()
  noteSecret(authorization?.replace(/^Bearer /, ''), 'a session’s token')
  noteSecret(new URL(request.url()).searchParams.get('token'), 'a link’s secret')
  if (request.method() !== 'GET' && request.headers()['content-type'] === 'application/json')
    noteRequestSecrets(request.postDataJSON())
}

/** Skips GET, because no response to GET contains a secret. */
async function noteResponse(response: Response): Promise<void> {
  const isJson = response.headers()['content-type']?.startsWith('application/json')
  if (isJson && response.request().method() !== 'GET') noteResponseSecrets(await response.json())
}
