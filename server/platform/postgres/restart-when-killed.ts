import { realpath } from 'node:fs/promises'
import { join } from 'node:path'
import { type EmbeddedOptions, majorVersion, startEmbeddedPostgres } from './embedded.ts'
import { messageOf } from './failure.ts'
import { isServerOf, readPidFile } from './postmaster.ts'

const CHECK_INTERVAL_MS = 1_000

/**
 * Restarts the server of `dataDir` at the same address when it was killed or ran out of disk, while this
 * process needs it. The returned function stops the checks and waits for a start under way.
 */
export function restartWhenKilled(options: EmbeddedOptions): () => Promise<void> {
  const log = options.log ?? (() => {})
  let ending = false
  let lastError = ''
  let check: Promise<void> = Promise.resolve()
  const restartIfDown = async (): Promise<void> => {
    if (await runs(options.dataDir)) return
    log('The database ended by itself; starting it again…')
    await startEmbeddedPostgres(options)
    lastError = ''
  }
  let checking = false
  const watch = setInterval(() => {
    if (checking || ending) return
    checking = true
    check = restartIfDown()
      .catch((error) => {
        // Logs each error once and retries until the server runs.
        if (messageOf(error) !== lastError) log(messageOf(error))
        lastError = messageOf(error)
      })
      .finally(() => {
        checking = false
      })
  }, CHECK_INTERVAL_MS)
  watch.unref()
  return async () => {
    ending = true
    clearInterval(watch)
    await check
  }
}

async function runs(dataDir: string): Promise<boolean> {
  const clusterDir = join(await realpath(dataDir), majorVersion)
  const file = await readPidFile(clusterDir)
  return file !== undefined && (await isServerOf(file.pid, clusterDir))
}
